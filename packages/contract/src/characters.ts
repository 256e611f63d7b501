// Characters as people count them: an accented letter or a multi-part emoji is one.
const characters = new Intl.Segmenter('und', { granularity: 'grapheme' });
// Most texts consist only of these, each a character by itself.
const onlySimple = /^[\n\u0020-\u02ff]*$/;

interface Limits {
  maxCharacters?: number;
  /** UTF-16 code units, which other systems count. */
  maxUnits?: number;
}

/** Returns the start of a text that is within the limits, without splitting a character. */
export function cutText(text: string, { maxCharacters = Infinity, maxUnits = Infinity }: Limits): string {
  if (text.length <= Math.min(maxCharacters, maxUnits)) return text;
  // A character has at least one unit, so this many are enough to tell whether the text is simple.
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

/** Counts a text's characters as people would. */
export function countCharacters(text: string): number {
  return onlySimple.test(text) ? text.length : Array.from(characters.segment(text)).length;
}
