// Characters as people count them: a letter with its accents, or an emoji of several parts, is one.
const characters = new Intl.Segmenter('und', { granularity: 'grapheme' });
// Most texts consist of these alone, each of which is a character of its own.
const onlySimple = /^[\n\u0020-\u02ff]*$/;

interface Limits {
  maxCharacters?: number;
  /** UTF-16 code units, which other systems count. */
  maxUnits?: number;
}

/** The start of a text that is within the limits; never part of a character. */
export function cutText(text: string, { maxCharacters = Infinity, maxUnits = Infinity }: Limits): string {
  if (text.length <= Math.min(maxCharacters, maxUnits)) return text;
  // A character has at least one unit, so that no more are needed to see whether it is a simple text.
  const start = text.slice(0, Math.min(maxCharacters, maxUnits) + 1);
  if (onlySimple.test(start)) return start.slice(0, -1);
  let count = 0;
  let end = 0;
  for (const { segment } of characters.segment(text)) {
    count += 1;
    if (count > maxCharacters || end + segment.length > maxUnits) return text.slice(0, end);
    end += segment.length;
  }
  return text;
}

/** The number of characters of a text, as people count them. */
export function countCharacters(text: string): number {
  return onlySimple.test(text) ? text.length : Array.from(characters.segment(text)).length;
}
