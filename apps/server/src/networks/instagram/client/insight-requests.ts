import { addDays, countDays } from '@tidemark/contract';
import { startOfDay } from '../../../platform/clock.ts';
import type { Read } from './batch-reads.ts';

export interface DayRange {
  from: string;
  to: string;
}

// Instagram's `follower_count` covers the last 30 days without today, and so does `online_followers`.
const seriesDays = 29;
/** The longest range that Instagram accepts in one call, but for totals on some hosts. */
export const maxSpanDays = 30;
const maxSpanSeconds = maxSpanDays * 86_400;

export type InsightRequests = ReturnType<typeof createInsightRequests>;

/** Builds account insights requests with the bounds that Instagram expects for days in its time zone. */
export function createInsightRequests(dayZone: string) {
  const startSeconds = (day: string) => Math.floor(startOfDay(dayZone, day).getTime() / 1000);
  /**
   * Returns the range for totals. Instagram sums the days that start within both bounds ("within this range
   * (inclusive)", Instagram Account Insights) and may refuse more than 30 times 24 hours, which 30 days with a clock
   * set back exceed.
   */
  const totalBounds = (from: string, to: string) => {
    const [since, until] = [startSeconds(from), startSeconds(addDays(to, 1)) - 1];
    return { since, until: countDays(from, to) > maxSpanDays ? until : Math.min(until, since + maxSpanSeconds) };
  };
  /**
   * Returns the range for series: like totals if they date a day by its start. If by its end (a shift of -1), a day's
   * value is returned when the midnight after it lies within the bounds.
   */
  const seriesBounds = ({ from, to }: DayRange, shift: number) => {
    if (shift >= 0) return totalBounds(from, to);
    const until = startSeconds(addDays(to, 1));
    return { since: Math.max(startSeconds(from), until - maxSpanSeconds), until };
  };
  const insights = (accountId: string, parameters: Read['parameters']): Read => ({
    path: `${accountId}/insights`,
    parameters: { period: 'day', ...parameters },
  });
  /** Returns the part of a range for which Instagram provides its shorter series; null if there is none. */
  const clampToSeries = ({ from, to, today }: DayRange & { today: string }): DayRange | null => {
    const range = { from: later(from, addDays(today, -seriesDays)), to: earlier(to, addDays(today, -1)) };
    return range.from <= range.to ? range : null;
  };
  return { dayZone, insights, totalBounds, seriesBounds, clampToSeries };
}

function later(one: string, other: string): string {
  return one > other ? one : other;
}

function earlier(one: string, other: string): string {
  return one < other ? one : other;
}
