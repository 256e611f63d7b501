import fc from 'fast-check';
import { expect, it } from 'vitest';
import { listGraphemes } from './printable-text.ts';
import { findDirection, type TextDirection, toRuns } from './text-runs.ts';

/** Three fonts, of which the scripts' also have a space. */
const fonts = {
  latin: /^[\u0020-\u024F]+$/,
  arabic: /^[ \u0600-\u06FF]+$/,
  han: /^[ \u3000-\u9FFF]+$/,
};
const names = Object.keys(fonts) as (keyof typeof fonts)[];

function findFont(text: string, preferred?: string): string | undefined {
  const able = names.filter((name) => fonts[name].test(text));
  return able.find((name) => name === preferred) ?? able[0];
}

const show = (line: string, direction: TextDirection = 'ltr') =>
  toRuns(line, direction, findFont).map(({ font, text }) => `${font}:${text}`);

it('changes the font only where the script changes', () => {
  expect(show('週報 Weekly 報')).toEqual(['han:週報 ', 'latin:Weekly ', 'han:報']);
  expect(show('Weekly')).toEqual(['latin:Weekly']);
});

it('keeps a word in one font if a font covers it', () => {
  const able = { common: /^[تقر ]+$/, rare: /^[تقرڄ ]+$/ };
  const find = (text: string) => Object.entries(able).find(([, letters]) => letters.test(text))?.[0];

  expect(toRuns('تقر تڄر', 'rtl', find).map(({ font, text }) => `${font}:${text}`)).toEqual([
    'rare:تڄر',
    'common:تقر ',
  ]);
});

it('orders right-to-left words from right to left, and keeps numbers and Latin words readable', () => {
  expect(show('تقرير Weekly 12', 'rtl')).toEqual(['latin:Weekly 12', 'arabic:تقرير ']);
  expect(show('Weekly تقرير 報')).toEqual(['latin:Weekly ', 'arabic:تقرير', 'arabic: ', 'han:報']);
});

it('mirrors brackets, and reverses signs the shaper would leave in order', () => {
  expect(show('تقرير(!?', 'rtl')).toEqual(['latin:?!)', 'arabic:تقرير']);
});

it('keeps Persian digits in order, which the shaper would reverse', () => {
  expect(show('۱۲۳')).toEqual(['arabic:۳۲۱']);
});

it('puts Thai and Lao tones above the preceding vowel', () => {
  expect(toRuns('น้ำ', 'ltr', () => 'thai')).toEqual([{ font: 'thai', text: 'นํ้า' }]);
  expect(toRuns('ນ້ຳ', 'ltr', () => 'lao')).toEqual([{ font: 'lao', text: 'ນໍ້າ' }]);
});

it('takes its direction from the first letter', () => {
  expect(findDirection('12 تقرير Weekly')).toBe('rtl');
  expect(findDirection('Weekly تقرير')).toBe('ltr');
  expect(findDirection('12')).toBe('ltr');
});

it('never loses or adds a letter', () => {
  const anyLine = fc
    .array(fc.constantFrom('a', 'B', '1', ' ', ',', 'ت', 'ق', 'ر', '٣', '۴', '週', '報', 'é'))
    .map((letters) => letters.join(''));
  const sorted = (text: string) => listGraphemes(text).toSorted().join('');
  fc.assert(
    fc.property(anyLine, fc.constantFrom<TextDirection>('ltr', 'rtl'), (line, direction) => {
      const runs = toRuns(line, direction, findFont);
      expect(sorted(runs.map(({ text }) => text).join(''))).toBe(sorted(line));
      for (const { font, text } of runs) expect(fonts[font as keyof typeof fonts].test(text), text).toBe(true);
    }),
  );
});
