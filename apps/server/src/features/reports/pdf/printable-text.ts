/** Replaces letters, digits and signs that our fonts lack. */
export const omission = '[…]';

/** Control characters, characters that change the direction of later text, and variation selectors. */
const unsafe = /(?![\u200C\u200D])[\p{Cc}\p{Cf}\p{Cs}\p{Co}\u2028\u2029\p{Variation_Selector}]/gu;
const otherSpace = /(?! )[\t\p{Zs}]/u;
/** Needed in Persian and Indian words. */
const joiners = /[\u200C\u200D]/gu;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const words = new Intl.Segmenter('en', { granularity: 'word' });

/** Returns the characters as readers count them: letters with their marks, emoji with their modifiers. */
export function listGraphemes(text: string): string[] {
  return Array.from(graphemes.segment(text), ({ segment }) => segment);
}

/**
 * Returns text as the document can show it: styled letters that the fonts lack become plain; other letters and digits,
 * mathematical signs and currency symbols become one […] per run; emoji and other symbols are left out. Keeps line
 * breaks.
 */
export function toPrintable(text: string, has: (text: string) => boolean): string {
  return text
    .normalize('NFC')
    .split(/\r\n?|\n/)
    .map((line) => (isPlain(line) && has(line) ? line : replaceMissing(line, has)).replaceAll(/ {2,}/g, ' ').trim())
    .join('\n')
    .trim();
}

const isPlain = (line: string) => line.search(unsafe) === -1 && line.search(otherSpace) === -1;

function replaceMissing(line: string, has: (grapheme: string) => boolean): string {
  let result = '';
  let isOmitting = false;
  for (const grapheme of listGraphemes(line)) {
    const shown = otherSpace.test(grapheme) ? ' ' : findShown(grapheme, has);
    if (shown !== undefined) {
      // Words in another script stay one omission.
      if (isOmitting && shown === ' ') continue;
      if (isOmitting) result += ' ';
      isOmitting = false;
      result += shown;
    } else if (/[\p{L}\p{N}\p{Sm}\p{Sc}]/u.test(grapheme) && !isOmitting) {
      result += omission;
      isOmitting = true;
    }
  }
  return result;
}

/** Returns the grapheme, or what is closest to it among what the fonts have. */
function findShown(grapheme: string, has: (text: string) => boolean): string | undefined {
  const safe = grapheme.replaceAll(unsafe, '');
  const bare = safe.replaceAll(joiners, '');
  const [first = ''] = bare;
  return [safe, bare, bare.normalize('NFKC'), first, first.normalize('NFKC')].find((text) => text !== '' && has(text));
}

interface WrapOptions {
  width: number;
  maxLines?: number;
  measure: (text: string) => number;
}

/**
 * Breaks text into lines that fit a width; a word that does not fit is broken. Text beyond the last line ends with an
 * ellipsis.
 */
export function wrapText(text: string, { width, maxLines = Infinity, measure }: WrapOptions): string[] {
  const lines = text.split('\n').flatMap((paragraph) => wrapParagraph(paragraph, width, measure));
  if (lines.length <= maxLines) return lines;
  const kept = lines.slice(0, maxLines);
  kept[maxLines - 1] = shorten(kept[maxLines - 1] ?? '', width, measure);
  return kept;
}

function wrapParagraph(paragraph: string, width: number, measure: (text: string) => number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of paragraph.split(' '))
    for (const [index, part] of splitWord(word).entries()) {
      const longer = line === '' ? part : `${line}${index === 0 ? ' ' : ''}${part}`;
      if (measure(longer) <= width) line = longer;
      else {
        if (line !== '') lines.push(line);
        const broken = breakWord(part, width, measure);
        lines.push(...broken.slice(0, -1));
        line = broken.at(-1) ?? '';
      }
    }
  return [...lines, line];
}

/** Scripts without spaces between words. */
const spaceless = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;
const opening = /[\p{Ps}\p{Pi}#@]/u;

/** Splits a text without spaces into words. Punctuation stays with the word that it closes or opens. */
function splitWord(text: string): string[] {
  if (!spaceless.test(text)) return [text];
  const parts: string[] = [];
  for (const { segment, isWordLike } of words.segment(text)) {
    const last = parts.at(-1) ?? '';
    const isContinued = last === '' || opening.test(last.slice(-1)) || !(isWordLike || opening.test(segment));
    if (isContinued) parts.splice(-1, 1, last + segment);
    else parts.push(segment);
  }
  return parts;
}

function breakWord(word: string, width: number, measure: (text: string) => number): string[] {
  if (measure(word) <= width) return [word];
  const parts: string[] = [];
  let part = '';
  for (const letter of listGraphemes(word)) {
    if (part !== '' && measure(part + letter) > width) {
      parts.push(part);
      part = '';
    }
    part += letter;
  }
  return [...parts, part];
}

function shorten(line: string, width: number, measure: (text: string) => number): string {
  const letters = listGraphemes(line);
  while (letters.length > 0 && measure(`${letters.join('').trimEnd()}…`) > width) letters.pop();
  return `${letters.join('').trimEnd()}…`;
}
