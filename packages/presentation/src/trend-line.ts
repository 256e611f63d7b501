import type { DayValue } from './day-bars.ts';
import type { UsualDay } from './usual-days.ts';

export interface TrendLine {
  id: string;
  name: string;
  picture: string | null;
  color: string;
  dashed: boolean;
  /** One line among many: grey, without a picture. */
  muted?: boolean;
  series: readonly DayValue[];
  /** The comparison period, aligned with `series` day by day; null without one. */
  previous?: readonly DayValue[] | null;
  /** What is usual on each day, drawn as a band behind the line of a metric, which has no picture. */
  usual?: readonly (UsualDay | null)[];
}

/** A day in the comparison period, and the change since. */
export interface ComparedDay {
  earlier: DayValue;
  /** Percentage; null for a day that is still running. */
  percentChange: number | null;
}

/** Returns null if either day has no value. */
export function compareDay({ series, previous }: TrendLine, index: number): ComparedDay | null {
  const [now, earlier] = [series[index], previous?.[index]];
  if (!now || !earlier || now.value === null || earlier.value === null) return null;
  if (isSoFar(now) || isSoFar(earlier)) return { earlier, percentChange: null };
  if (earlier.value === 0) return { earlier, percentChange: now.value > 0 ? 100 : 0 };
  return { earlier, percentChange: ((now.value - earlier.value) / earlier.value) * 100 };
}

/** '+12.2%', with a true minus sign. */
export function changeText(percentChange: number): string {
  const size = Math.abs(percentChange).toFixed(1);
  return Number(size) === 0 ? '0%' : `${percentChange > 0 ? '+' : '−'}${size}%`;
}

/** Formats the day, including its year if different. */
export function comparedDayLabel(earlier: string, now: string, formatDay: (day: string) => string): string {
  const year = earlier.slice(0, 4);
  return year === now.slice(0, 4) ? formatDay(earlier) : `${formatDay(earlier)}, ${year}`;
}

/** True while the day is still running: its value is partial. */
export function isSoFar({ value, isClosed }: DayValue): boolean {
  return value !== null && isClosed === false;
}
