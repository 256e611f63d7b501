import type { DayValue, TrendLine } from '@tidemark/presentation';

/**
 * Indexes a line to its first closed day with a value above zero, which becomes 100, so that accounts of different
 * sizes can be compared. The comparison period has the same base. Without such a day, a line has no values.
 */
export function indexLine(line: TrendLine): TrendLine {
  const base = line.series.find(({ value, isClosed }) => value !== null && value > 0 && isClosed !== false)?.value;
  const toIndex = (day: DayValue): DayValue => ({
    ...day,
    value: day.value === null || !base ? null : (day.value / base) * 100,
  });
  return { ...line, series: line.series.map(toIndex), previous: line.previous?.map(toIndex) ?? null };
}
