import { wholeNumber } from '#web/platform/format.ts';

/**
 * 'Top 5 of 23; 4 more have the same share as the last.': explains what a list of the largest omits. Null if complete.
 */
export function cutListText({ shown, all, tied }: { shown: number; all: number; tied: number }): string | null {
  if (all <= shown) return null;
  const text = `Top ${wholeNumber(shown)} of ${wholeNumber(all)}`;
  if (tied === 0) return `${text}.`;
  return `${text}; ${wholeNumber(tied)} more ${tied === 1 ? 'has' : 'have'} the same share as the last.`;
}

/** Counts the values beyond the first `shown` that equal the last shown one. */
export function countTied(values: readonly number[], shown: number): number {
  const last = values[shown - 1];
  return last === undefined ? 0 : values.slice(shown).filter((value) => value === last).length;
}
