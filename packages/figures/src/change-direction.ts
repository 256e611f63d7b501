import type { MetricCard } from '@tidemark/contract';

export type Direction = 'up' | 'down' | 'flat';

/**
 * The sign of the change over the compared days, which may be fewer than `current` covers. Flat for no change, null
 * without a comparison.
 */
export function toDirection({ previous, change }: Pick<MetricCard, 'previous' | 'change'>): Direction | null {
  if (previous === null || change === null) return null;
  if (change === 0 || !Number.isFinite(change)) return 'flat';
  return change > 0 ? 'up' : 'down';
}

/** Percent of the bar: the change clamped to 0–100, inverted for down, at least 5, full for flat. */
export function trendBarWidth(direction: Direction, percentChange: number | null): number {
  if (direction === 'flat') return 100;
  const size = percentChange !== null && Number.isFinite(percentChange) ? Math.min(100, Math.abs(percentChange)) : 0;
  return Math.max(5, direction === 'down' ? 100 - size : size);
}

/**
 * Percent of the track in colour, which is the size of the change: the bar itself for a rise; for a fall, what the pale
 * bar leaves on the right.
 */
export function coloredShare(direction: Direction, percentChange: number | null): number {
  if (direction === 'flat') return 0;
  const width = trendBarWidth(direction, percentChange);
  return direction === 'up' ? width : 100 - width;
}

/** Shown when the call failed, or nothing was published. */
export const emptyCard: MetricCard = {
  current: 0,
  previous: 0,
  percentChange: 0,
  change: 0,
  previousApprox: null,
  isApprox: false,
  approx: null,
  comparison: { days: 0, of: 0, noDataBefore: null },
  series: [],
};

/** True when no day of the range is stored, so that there is no value yet. */
export function hasNothingStored({ current, series }: Pick<MetricCard, 'current' | 'series'>): boolean {
  return current === 0 && series.every(({ value }) => value === null);
}
