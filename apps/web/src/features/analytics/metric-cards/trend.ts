import type { MetricCard } from '@tidemark/contract';

export type Direction = 'up' | 'down' | 'flat';

/** Flat when both are equal, down when the previous is greater, up otherwise. */
export function directionOf({ current, previous }: Pick<MetricCard, 'current' | 'previous'>): Direction {
  if (previous === current) return 'flat';
  return previous > current ? 'down' : 'up';
}

/** The follower card goes by the sign of the change. */
export function directionOfChange({ change }: Pick<MetricCard, 'change'>): Direction {
  if (change === 0 || !Number.isFinite(change)) return 'flat';
  return change > 0 ? 'up' : 'down';
}

/** Percent of the bar: the change within 0 to 100, inverted for down, at least 5, full for flat. */
export function trendBarWidth(direction: Direction, percentChange: number): number {
  if (direction === 'flat') return 100;
  const size = Number.isFinite(percentChange) ? Math.min(100, Math.abs(percentChange)) : 0;
  return Math.max(5, direction === 'down' ? 100 - size : size);
}

/** True when not one day of the range is stored: there is nothing to count yet. */
export function hasNothingStored({ current, series }: Pick<MetricCard, 'current' | 'series'>): boolean {
  return current === 0 && series.every(({ value }) => value === null);
}
