import { countCharacters, cutText } from '@tidemark/contract';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { strangeNames } from './strange-input.ts';

const family = '👨‍👩‍👧‍👦';
const texts = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: 'binary' }),
  fc
    .array(fc.constantFrom(family, 'a', 'e\u0301', '🇩🇪', '\r\n', 'कि', ' ', '🎉', '1️⃣'), { maxLength: 30 })
    .map((parts) => parts.join('')),
);

it.each(strangeNames)('counts characters in $text as people do', ({ text, length }) => {
  expect(countCharacters(text)).toBe(length);
});

it('truncates at the end of a character', () => {
  expect(cutText(`ab${family}c`, { maxCharacters: 3 })).toBe(`ab${family}`);
  expect(cutText(`ab${family}c`, { maxUnits: 12 })).toBe('ab');
  expect(cutText('cafe\u0301s', { maxCharacters: 4 })).toBe('cafe\u0301');
  expect(cutText('plain', { maxCharacters: 4, maxUnits: 3 })).toBe('pla');
  expect(cutText(family, { maxUnits: 3 })).toBe('');
  expect(cutText('', { maxCharacters: 0 })).toBe('');
});

it('returns a prefix as long as the limits allow', () => {
  fc.assert(
    fc.property(texts, fc.nat(40), fc.nat(40), (text, maxCharacters, maxUnits) => {
      const start = cutText(text, { maxCharacters, maxUnits });
      const next = cutText(text, { maxCharacters: countCharacters(start) + 1 });

      expect(text.startsWith(start)).toBe(true);
      expect(countCharacters(start)).toBeLessThanOrEqual(maxCharacters);
      expect(start.length).toBeLessThanOrEqual(maxUnits);
      if (text.isWellFormed()) expect(start.isWellFormed()).toBe(true);
      if (start !== text) expect(countCharacters(next) > maxCharacters || next.length > maxUnits).toBe(true);
      expect(countCharacters(start) + countCharacters(text.slice(start.length))).toBe(countCharacters(text));
    }),
    { numRuns: 500 },
  );
});
