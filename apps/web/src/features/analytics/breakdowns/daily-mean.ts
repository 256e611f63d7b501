import type { DayValue } from '@tidemark/figures';

/** The mean of the closed days with data, which unlike their sum counts nobody twice; null without any. */
export function dailyMean(series: readonly DayValue[]): number | null {
  const values = series.flatMap(({ value, isClosed }) => (value === null || isClosed === false ? [] : [value]));
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}
