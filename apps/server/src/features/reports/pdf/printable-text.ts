/** Replaces letters, digits and signs that our fonts lack. */
export const omission = '[…]';

/** Control characters and those that change the direction of what follows. */
const unsafe = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\u2028\u2029]/u;

/**
 * Text as the document can show it: letters and digits of other scripts, and signs of mathematics and currencies that
 * the fonts lack, become one […] per run; emoji and other symbols are left out. Keeps line breaks.
 */
export function toPrintable(text: string, has: (character: string) => boolean): string {
  let result = '';
  let isOmitting = false;
  for (const character of text.normalize('NFC').replaceAll(/\r\n?/g, '\n')) {
    if (/[\t\p{Zs}]/u.test(character) && character !== ' ') result += isOmitting ? '' : ' ';
    else if (character !== '\n' && unsafe.test(character)) continue;
    else if (character === '\n' || character === ' ' || has(character)) {
      // Words of another script stay one omission.
      if (isOmitting && character === ' ') continue;
      if (isOmitting && character !== '\n') result += ' ';
      isOmitting = false;
      result += character;
    } else if (/[\p{L}\p{N}\p{Sm}\p{Sc}]/u.test(character) && !isOmitting) {
      result += omission;
      isOmitting = true;
    }
  }
  return result
    .split('\n')
    .map((line) => line.replaceAll(/ {2,}/g, ' ').trim())
    .join('\n')
    .trim();
}

interface WrapOptions {
  width: number;
  maxLines?: number;
  measure: (text: string) => number;
}

/** Lines that fit a width; a word that does not is broken. Text beyond the last line ends with an ellipsis. */
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
  for (const word of paragraph.split(' ').flatMap((part) => breakWord(part, width, measure))) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && measure(longer) > width) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line];
}

function breakWord(word: string, width: number, measure: (text: string) => number): string[] {
  if (measure(word) <= width) return [word];
  const parts: string[] = [];
  let part = '';
  for (const letter of word) {
    if (part !== '' && measure(part + letter) > width) {
      parts.push(part);
      part = '';
    }
    part += letter;
  }
  return [...parts, part];
}

function shorten(line: string, width: number, measure: (text: string) => number): string {
  const letters = Array.from(line);
  while (letters.length > 0 && measure(`${letters.join('').trimEnd()}…`) > width) letters.pop();
  return `${letters.join('').trimEnd()}…`;
}
