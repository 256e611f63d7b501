import fc from 'fast-check';
import { expect, it } from 'vitest';
import { listGraphemes, toPrintable, wrapText } from './printable-text.ts';

const latin = (text: string) => /^[\u0020-\u024F…]+$/.test(text);
const print = (text: string) => toPrintable(text, latin);

const anyText = fc.array(fc.integer({ min: 0, max: 0x10_ff_ff })).map((points) => String.fromCodePoint(...points));

it('replaces words in other scripts with a sign, and omits emoji and control characters', () => {
  expect(print('Hello 世界 今日 again')).toBe('Hello […] again');
  expect(print('Nice \u{1F600}\u{1F469}\u200D\u{1F373} day')).toBe('Nice day');
  expect(print('a\u202Eb\u0000c\td')).toBe('abc d');
  expect(print('one\r\n\r\ntwo')).toBe('one\n\ntwo');
  expect(print('\u{1F600}')).toBe('');
});

it("replaces mathematical and currency signs that change a number's meaning", () => {
  expect(print('≥ 54k')).toBe('[…] 54k');
  expect(print('from ₹500')).toBe('from […] 500');
});

it('reduces styled letters to plain letters, and keeps the base of unsupported marks', () => {
  expect(print('𝓗𝓮𝓵𝓵𝓸 Ⓦorld')).toBe('Hello World');
  expect(print('x\u0332')).toBe('x');
});

it('keeps letter joiners, and omits sign variants and emoji sequences', () => {
  const persian = (text: string) => /^[\u0600-\u06FF\u200C☀ ]+$/.test(text);
  expect(toPrintable('می\u200Cخواهم', persian)).toBe('می\u200Cخواهم');
  expect(toPrintable('☀\uFE0F', persian)).toBe('☀');
  expect(print('a\u200Cb \u{1F469}\u200D\u{1F373} c')).toBe('ab c');
});

it('never prints a character that the fonts lack', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const foreign = Array.from(print(text)).filter((character) => character !== '\n' && !latin(character));
      expect(foreign).toEqual([]);
    }),
  );
});

it('breaks scripts without spaces between words, and keeps punctuation with them', () => {
  const measure = (text: string) => Array.from(text).length;
  expect(wrapText('今日は市場に行きました。「カフェ」で', { width: 8, measure })).toEqual([
    '今日は市場に行き',
    'ました。',
    '「カフェ」で',
  ]);
  expect(wrapText('Weekly 今日は市場に', { width: 10, measure })).toEqual(['Weekly 今日は', '市場に']);
  expect(wrapText('วันนี้เราไปตลาด', { width: 9, measure })).toEqual(['วันนี้เรา', 'ไปตลาด']);
});

it('breaks and shortens between graphemes', () => {
  const measure = (text: string) => listGraphemes(text).length;
  expect(wrapText('y\u0332'.repeat(6), { width: 4, maxLines: 1, measure })).toEqual([`${'y\u0332'.repeat(3)}…`]);
});

it('wraps any text within the width and line limit, without losing letters that fit', () => {
  const measure = (text: string) => Array.from(text).length;
  fc.assert(
    fc.property(
      fc.string(),
      fc.integer({ min: 2, max: 40 }),
      fc.integer({ min: 1, max: 4 }),
      (text, width, maxLines) => {
        const lines = wrapText(text, { width, measure });
        for (const line of lines) expect(measure(line)).toBeLessThanOrEqual(width);
        expect(lines.join('').replaceAll(/[ \n]/g, '')).toBe(text.replaceAll(/[ \n]/g, ''));
        const cut = wrapText(text, { width, maxLines, measure });
        expect(cut.length).toBeLessThanOrEqual(maxLines);
        for (const line of cut) expect(measure(line)).toBeLessThanOrEqual(width);
      },
    ),
  );
});
