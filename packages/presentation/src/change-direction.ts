import type { Change, ChangeState, MetricCard } from '@tidemark/contract';
import { changeText } from './trend-line.ts';

export type Direction = 'up' | 'down' | 'flat';

/**
 * Returns the sign of the change over the compared days, which may be fewer than `current` covers. Flat for no change,
 * null if none is certain.
 */
export function toDirection({ change }: Pick<Change, 'change'>): Direction | null {
  if (change === null) return null;
  if (change === 0 || !Number.isFinite(change)) return 'flat';
  return change > 0 ? 'up' : 'down';
}

/** Shown instead of a change that is withheld. */
export const missingChangeLabels: Partial<Record<ChangeState, string>> = {
  uncertain: 'change not certain',
  comparing: 'comparing…',
};

/** 'between −10.8% and +35.8%'; null if no bound is known. */
export function changeRange(bounds: Change['changeBounds']): string | null {
  const [low, high] = [bounds?.lower ?? null, bounds?.upper ?? null];
  if (low !== null && high !== null) return `between ${changeText(low)} and ${changeText(high)}`;
  if (low !== null) return `at least ${changeText(low)}`;
  return high === null ? null : `at most ${changeText(high)}`;
}

/** Returns the bar's width in percent: the change clamped to 0–100, inverted for down, at least 5, full for flat. */
export function trendBarWidth(direction: Direction, percentChange: number | null): number {
  if (direction === 'flat') return 100;
  const size = percentChange !== null && Number.isFinite(percentChange) ? Math.min(100, Math.abs(percentChange)) : 0;
  return Math.max(5, direction === 'down' ? 100 - size : size);
}

/**
 * Returns the coloured part of the track in percent, which shows how large the change is: the bar itself for a rise;
 * for a fall, the part the pale bar leaves on the right.
 */
export function coloredShare(direction: Direction, percentChange: number | null): number {
  if (direction === 'flat') return 0;
  const width = trendBarWidth(direction, percentChange);
  return direction === 'up' ? width : 100 - width;
}

/** Shown if the call failed or nothing was published. */
export const emptyCard: MetricCard = {
  current: 0,
  previous: 0,
  percentChange: 0,
  change: 0,
  changeState: 'final',
  changeBounds: { lower: 0, upper: 0 },
  previousApprox: null,
  isApprox: false,
  approx: null,
  comparison: { days: 0, of: 0, noDataBefore: null },
  series: [],
};

/** True if no day in the range is stored, so that there is no value yet. */
export function hasNothingStored({ current, series }: Pick<MetricCard, 'current' | 'series'>): boolean {
  return current === 0 && series.every(({ value }) => value === null);
}
