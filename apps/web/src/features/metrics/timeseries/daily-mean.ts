import type { DayValue, TrendLine } from '@tidemark/presentation';

/** Returns the mean of closed days with data, which unlike their sum counts nobody twice; null without any. */
export function dailyMean(series: readonly DayValue[]): number | null {
  let sum = 0;
  let count = 0;
  for (const { value, isClosed } of series)
    if (value !== null && isClosed !== false) {
      sum += value;
      count += 1;
    }
  return count === 0 ? null : sum / count;
}

/** Sorts lines by daily mean, largest first. */
export function rankByDailyMean(lines: readonly TrendLine[]): TrendLine[] {
  return lines
    .map((line) => ({ line, mean: dailyMean(line.series) ?? 0 }))
    .toSorted((one, other) => other.mean - one.mean)
    .map(({ line }) => line);
}
