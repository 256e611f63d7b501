import { quantileSorted } from 'd3-array';
import type { DayValue } from './day-bars.ts';

/** The middle four fifths of earlier values. */
export interface UsualDay {
  low: number;
  high: number;
}

/** Fewer weeks say little about the next one. */
const minWeeks = 8;

/**
 * Returns what is usual for each day: the range of four in five values of its weekday in the days before. Null if fewer
 * than eight of them are known.
 */
export function toUsualDays(days: readonly string[], before: readonly DayValue[]): (UsualDay | null)[] {
  const byWeekday = new Map<number, number[]>();
  for (const { date, value, isClosed } of before)
    if (value !== null && isClosed !== false)
      byWeekday.set(toWeekday(date), [...(byWeekday.get(toWeekday(date)) ?? []), value]);
  for (const values of byWeekday.values()) values.sort((one, other) => one - other);
  return days.map((day) => {
    const values = byWeekday.get(toWeekday(day)) ?? [];
    const [low, high] = [quantileSorted(values, 0.1), quantileSorted(values, 0.9)];
    return values.length < minWeeks || low === undefined || high === undefined ? null : { low, high };
  });
}

function toWeekday(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay();
}

/** Says how many complete days left their usual range; null if it is not known for any of them. */
export function usualDaysSentence(series: readonly DayValue[], usual: readonly (UsualDay | null)[]): string | null {
  let [known, above, below] = [0, 0, 0];
  for (const [index, { value, isClosed }] of series.entries()) {
    const range = usual[index];
    if (value === null || isClosed === false || !range) continue;
    known += 1;
    if (value > range.high) above += 1;
    if (value < range.low) below += 1;
  }
  if (known === 0) return null;
  const days = known === 1 ? '1 complete day' : `${known} complete days`;
  if (above + below === 0) return `Nothing unusual in ${days}.`;
  const verb = (count: number) => (count === 1 ? 'was' : 'were');
  const outside =
    above === 0 || below === 0
      ? `${above || below} of ${days} ${verb(above || below)} ${above > 0 ? 'above' : 'below'} the usual range.`
      : `Of ${days}, ${above} ${verb(above)} above the usual range and ${below} below it.`;
  return Math.max(above, below) <= byChance(known) ? `${outside} Chance alone explains that many.` : outside;
}

/**
 * Returns how many of some days lie above a range, or below it, by chance, 39 times in 40. With twelve earlier values, a
 * further one is beyond their tenth percentile with a probability of (0.1 × 11 + 1) / 13.
 */
function byChance(days: number): number {
  const probability = 2.1 / 13;
  return probability * days + 1.96 * Math.sqrt(probability * (1 - probability) * days);
}

/** Says how a level changed over the days; null with fewer than two values. */
export function levelSentence(series: readonly DayValue[], format: (value: number) => string): string | null {
  const known = series.filter(({ value }) => value !== null);
  const [first, last] = [known[0], known.at(-1)];
  if (!first || !last || known.length < 2 || first.value === null || last.value === null) return null;
  const change = last.value - first.value;
  if (change === 0) return `${format(last.value)} on the first day and on the last.`;
  const size = format(Math.abs(change));
  return `${size} ${change > 0 ? 'more' : 'fewer'} on the last day than on the first: ${format(first.value)}, then ${format(last.value)}.`;
}
