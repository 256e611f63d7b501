import type { Approximation, MediaItem, MediaMetrics, MediaTotal } from '@tidemark/contract';
import { mergeApproximations, writeNumber, type WrittenNumber } from './approximation-labels.ts';
import { type Delta, toDelta } from './delta.ts';
import { compactNumber, percent } from './format.ts';

type CountedMedia = Pick<MediaItem, 'metrics' | 'previousPeriodMetrics' | 'approx'>;

export interface HighlightFigure extends MediaTotal, WrittenNumber {
  label: string;
  /** Null without a previous value. */
  delta: Delta | null;
}

interface Sums {
  reach: number;
  views: number;
  interactions: number;
}

const minCount = 1;
const minPoints = 0.1;
const labels: Record<MediaTotal['key'], string> = {
  reach: 'Reach',
  views: 'Views',
  interactions: 'Interactions',
  'engagement-rate': 'Engagement rate',
};

/** Sums the media items' deltas in the range and compares them with the comparison period. */
export function mediaTotals(media: readonly CountedMedia[]): MediaTotal[] {
  const now = sumBy(media.map(({ metrics }) => metrics));
  const earlier = media.flatMap(({ previousPeriodMetrics }) => previousPeriodMetrics ?? []);
  const before = earlier.length > 0 ? sumBy(earlier) : null;
  const approx = mergeApproximations(media.map((item) => item.approx));
  const reachApprox = media.length > 1 ? approximateReach(media, approx) : approx;
  const count = (key: keyof Sums): MediaTotal => ({
    key,
    value: now[key],
    previous: before && before[key],
    approx: key === 'reach' ? reachApprox : approx,
  });
  return [
    count('reach'),
    count('views'),
    count('interactions'),
    {
      key: 'engagement-rate',
      value: toRate(now),
      previous: before && toRate(before),
      // The bounds are for reach.
      approx: mergeApproximations([reachApprox]),
    },
  ];
}

/** Formats a total for screens and documents. */
export function toHighlightFigure(total: MediaTotal): HighlightFigure {
  const { key, value, previous, approx } = total;
  const change = previous === null ? null : value - previous;
  const label = labels[key];
  if (key === 'engagement-rate') {
    const delta = change === null ? null : toDelta(change, minPoints, (points) => `${points.toFixed(1)} pt`);
    return { ...total, label, text: percent(value), range: null, delta };
  }
  return {
    ...total,
    label,
    ...writeNumber(value, key === 'reach' ? approx : null, compactNumber),
    delta: change === null ? null : toDelta(change, minCount, compactNumber),
  };
}

export function highlightFigures(media: readonly CountedMedia[]): HighlightFigure[] {
  return mediaTotals(media).map(toHighlightFigure);
}

/** People who saw two posts count twice: the true number is at least the most-seen post's reach, at most the sum. */
function approximateReach(media: readonly CountedMedia[], approx: Approximation | null): Approximation | null {
  const reasons = mergeApproximations([approx], ['summed_accounts']);
  const reach = media.map(({ metrics }) => metrics.reach);
  // Unknown parts could add to the sum, and approximate deltas are no bounds.
  if (!reasons || approx || reach.some((count) => count === null || count < 0)) return reasons;
  const known = reach.map((count) => count ?? 0);
  return { ...reasons, lower: Math.max(...known), upper: known.reduce((sum, count) => sum + count, 0) };
}

function sumBy(metrics: readonly MediaMetrics[]): Sums {
  const sum = (pick: (one: MediaMetrics) => number | null) =>
    metrics.reduce((total, one) => total + (pick(one) ?? 0), 0);
  return {
    reach: sum(({ reach }) => reach),
    views: sum(({ views }) => views),
    interactions: sum(({ total_interactions }) => total_interactions),
  };
}

function toRate({ reach, interactions }: Sums): number {
  return reach > 0 ? (Math.max(0, interactions) / reach) * 100 : 0;
}
