import bidiFactory from 'bidi-js';
import { listGraphemes } from './printable-text.ts';

export type TextDirection = 'ltr' | 'rtl';

/** A piece of a line in one font, and in the order in which the font's shaper expects it. */
export interface TextRun {
  font: string;
  text: string;
}

/** Its types describe an ES module, but Node loads the CommonJS one, whose whole export is the function. */
const bidi = (bidiFactory as unknown as typeof bidiFactory.default)();

/** Around each character outside words: letters join only within one font. */
const wordEdge = /(?<=[^\p{L}\p{M}\u200C\u200D])|(?=[^\p{L}\p{M}\u200C\u200D])/u;

/** Characters that can make all or part of a line run from right to left. */
const mayReverse = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFF\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

export const hasRightToLeft = (text: string): boolean => mayReverse.test(text);

/** Scripts that fontkit draws from right to left. */
const isReversedByShaper = (text: string) =>
  /[\p{sc=Arabic}\p{sc=Hebrew}\p{sc=Syriac}\p{sc=Thaana}\p{sc=Nko}]/u.test(text);

/** Returns the first letter's direction, as `dir="auto"` does. */
export function findDirection(text: string): TextDirection {
  return hasRightToLeft(text) && bidi.getEmbeddingLevels(text).paragraphs[0]?.level === 1 ? 'rtl' : 'ltr';
}

/**
 * Divides a line into runs with one font and one direction, as they stand on the page from left to right. `findFont`
 * returns the preferred font if that has the characters.
 */
export function toRuns(
  line: string,
  direction: TextDirection,
  findFont: (text: string, preferred?: string) => string | undefined,
): TextRun[] {
  const levels = direction === 'rtl' || hasRightToLeft(line) ? bidi.getEmbeddingLevels(line, direction).levels : null;
  const runs: (TextRun & { level: number })[] = [];
  let at = 0;
  for (const word of line.split(wordEdge)) {
    const wordFont = findFont(word, runs.at(-1)?.font);
    for (const grapheme of listGraphemes(word)) {
      const level = levels?.[at] ?? 0;
      const last = runs.at(-1);
      const font = wordFont ?? findFont(grapheme, last?.font);
      const text = (level % 2 === 1 && bidi.getMirroredCharacter(grapheme)) || grapheme;
      if (font && last?.font === font && last.level === level) last.text += text;
      else if (font) runs.push({ font, text, level });
      at += grapheme.length;
    }
  }
  return (levels ? toVisualOrder(runs) : runs).map(({ font, text }) => ({ font, text: placeTones(text) }));
}

/** Puts Thai and Lao tones above the following vowel: fontkit, unlike other shapers, does not. */
function placeTones(text: string): string {
  return text
    .replaceAll(/([\u0E48-\u0E4B])\u0E33/g, '\u0E4D$1\u0E32')
    .replaceAll(/([\u0EC8-\u0ECB])\u0EB3/g, '\u0ECD$1\u0EB2');
}

/** Reverses runs by rule L2 of the Unicode bidirectional algorithm, and letters where the shaper would not. */
function toVisualOrder(runs: readonly (TextRun & { level: number })[]): TextRun[] {
  let ordered = [...runs];
  for (let level = Math.max(0, ...runs.map((run) => run.level)); level > 0; level -= 1) {
    const next: typeof ordered = [];
    let reversed: typeof ordered = [];
    for (const run of ordered) {
      if (run.level >= level) reversed.unshift(run);
      else {
        next.push(...reversed, run);
        reversed = [];
      }
    }
    ordered = [...next, ...reversed];
  }
  return ordered.map(({ font, text, level }) => ({
    font,
    text: (level % 2 === 1) === isReversedByShaper(text) ? text : listGraphemes(text).toReversed().join(''),
  }));
}
