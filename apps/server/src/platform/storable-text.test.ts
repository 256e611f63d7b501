import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseStorable, toStorable } from './storable-text.ts';

it('removes NUL and replaces unpaired surrogates, and changes nothing else', () => {
  expect(toStorable('a\0b')).toBe('ab');
  expect(toStorable('half \ud83d, whole 👩‍🍳')).toBe('half \ufffd, whole 👩‍🍳');
  expect(toStorable('=1+1 \u202e\u200b é')).toBe('=1+1 \u202e\u200b é');
});

it('makes every text in a JSON document storable', () => {
  const json = JSON.stringify({ data: [{ caption: 'a\0b', name: '\udc00' }, 'c\0'], count: 1, none: null });

  expect(parseStorable(json)).toEqual({ data: [{ caption: 'ab', name: '\ufffd' }, 'c'], count: 1, none: null });
});

it('reads other JSON unchanged, including emoji', () => {
  fc.assert(
    fc.property(fc.json(), (json) => {
      const texts = JSON.stringify(parseStorable(json));
      expect(texts).not.toMatch(/\\u0000|\\ud[89a-f]/i);
      if (!/\\u(0000|d[89a-f])/i.test(json)) expect(parseStorable(json)).toEqual(JSON.parse(json));
    }),
  );
  expect(parseStorable('"\\ud83d\\ude00"')).toBe('😀');
  expect(() => parseStorable('{')).toThrow(SyntaxError);
});
