import type { MediaItem, MediaMetrics } from '@tidemark/contract';
import { compactNumber, percent } from '#web/platform/format.ts';

export interface HighlightFigure {
  key: 'reach' | 'views' | 'interactions' | 'engagement-rate';
  label: string;
  text: string;
  /** Null when nothing of it was there before. */
  delta: { direction: 'up' | 'down' | 'flat'; text: string } | null;
}

interface Sums {
  reach: number;
  views: number;
  interactions: number;
}

const leastCount = 1;
const leastPoints = 0.1;

/** What some media gained in the range, beside the same number of days before. */
export function highlightFigures(media: readonly MediaItem[]): HighlightFigure[] {
  const now = sumOf(media.map(({ metrics }) => metrics));
  const earlier = media.flatMap(({ previousPeriodMetrics }) => previousPeriodMetrics ?? []);
  const before = earlier.length > 0 ? sumOf(earlier) : null;
  const count = (key: keyof Sums, label: string): HighlightFigure => ({
    key,
    label,
    text: compactNumber(now[key]),
    delta: before && deltaOf(now[key] - before[key], leastCount, compactNumber),
  });
  return [
    count('reach', 'Reach'),
    count('views', 'Views'),
    count('interactions', 'Interactions'),
    {
      key: 'engagement-rate',
      label: 'Engagement rate',
      text: percent(rateOf(now)),
      delta: before && deltaOf(rateOf(now) - rateOf(before), leastPoints, (points) => `${points.toFixed(1)} pt`),
    },
  ];
}

export function deltaOf(
  change: number,
  least: number,
  format: (size: number) => string,
): NonNullable<HighlightFigure['delta']> {
  if (!Number.isFinite(change) || Math.abs(change) < least) return { direction: 'flat', text: 'No change' };
  return { direction: change > 0 ? 'up' : 'down', text: format(Math.abs(change)) };
}

function sumOf(metrics: readonly MediaMetrics[]): Sums {
  const sum = (pick: (one: MediaMetrics) => number | null) =>
    metrics.reduce((total, one) => total + (pick(one) ?? 0), 0);
  return {
    reach: sum(({ reach }) => reach),
    views: sum(({ views }) => views),
    interactions: sum(({ total_interactions }) => total_interactions),
  };
}

function rateOf({ reach, interactions }: Sums): number {
  return reach > 0 ? (Math.max(0, interactions) / reach) * 100 : 0;
}

/** The one to look at: most interactions in the range. Null when none stands out. */
export function bestOf(media: readonly MediaItem[]): string | null {
  const best = media.toSorted(
    (one, other) =>
      (other.metrics.total_interactions ?? 0) - (one.metrics.total_interactions ?? 0) ||
      other.timestamp.localeCompare(one.timestamp) ||
      one.mediaId.localeCompare(other.mediaId),
  )[0];
  return best && (best.metrics.total_interactions ?? 0) > 0 && media.length > 1 ? best.mediaId : null;
}
