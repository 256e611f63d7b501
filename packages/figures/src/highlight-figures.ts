import type { Approximation, MediaItem, MediaMetrics } from '@tidemark/contract';
import { intervalText, mergeApproximations } from './approximation-labels.ts';
import { type Delta, toDelta } from './delta.ts';
import { compactNumber, percent } from './format.ts';

export interface HighlightFigure {
  key: 'reach' | 'views' | 'interactions' | 'engagement-rate';
  label: string;
  value: number;
  /** Null where none of the media existed before. */
  previous: number | null;
  text: string;
  approx: Approximation | null;
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

/** What some media items gained in the range, compared with the comparison period. */
export function highlightFigures(
  media: readonly Pick<MediaItem, 'metrics' | 'previousPeriodMetrics' | 'approx'>[],
): HighlightFigure[] {
  const now = sumBy(media.map(({ metrics }) => metrics));
  const earlier = media.flatMap(({ previousPeriodMetrics }) => previousPeriodMetrics ?? []);
  const before = earlier.length > 0 ? sumBy(earlier) : null;
  const approx = mergeApproximations(media.map((item) => item.approx));
  const reachApprox =
    media.length > 1
      ? approximateReach(
          media.map(({ metrics }) => metrics.reach),
          approx,
        )
      : approx;
  const count = (key: keyof Sums, label: string): HighlightFigure => ({
    key,
    label,
    value: now[key],
    previous: before && before[key],
    text: (key === 'reach' && intervalText(now.reach, reachApprox, compactNumber)) || compactNumber(now[key]),
    approx: key === 'reach' ? reachApprox : approx,
    delta: before && toDelta(now[key] - before[key], minCount, compactNumber),
  });
  return [
    count('reach', 'Reach'),
    count('views', 'Views'),
    count('interactions', 'Interactions'),
    {
      key: 'engagement-rate',
      label: 'Engagement rate',
      value: toRate(now),
      previous: before && toRate(before),
      text: percent(toRate(now)),
      // The bounds are for reach.
      approx: mergeApproximations([reachApprox]),
      delta: before && toDelta(toRate(now) - toRate(before), minPoints, (points) => `${points.toFixed(1)} pt`),
    },
  ];
}

/** People who saw two of them count twice: there are at least as many as the most seen reached, at most the sum. */
function approximateReach(reach: readonly (number | null)[], approx: Approximation | null): Approximation | null {
  const reasons = mergeApproximations([approx], ['summed_accounts']);
  // Unknown parts could add to the sum, and deltas that are wrong themselves bound nothing.
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
