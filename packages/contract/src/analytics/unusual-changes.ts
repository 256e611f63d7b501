import type { Approximation, Comparison } from './approximation.ts';
import type { OverviewMetric, UsualChanges } from './usual-changes.ts';

/** One metric's change, as its card shows it. */
export interface MetricChange {
  metric: OverviewMetric;
  /** Percentage of the previous period's value; null without a comparison. */
  percentChange: number | null;
  /** Difference in the metric's own unit. */
  change: number | null;
  approx: Approximation | null;
  comparison: Comparison;
}

export interface KnownChange extends MetricChange {
  percent: number;
  difference: number;
}

/** Headline metrics: results, not effort, in units that readers know. */
export const headlineMetrics = [
  'views',
  'reach',
  'total_interactions',
  'followers',
  'engagement-rate',
] as const satisfies OverviewMetric[];

/** Threshold when there is no usual change to compare with: small changes are not worth a headline. */
const usualWithoutHistory = 10;
/** A metric that never changes would make any change infinitely unusual. */
export const smallestUsual = 0.1;
/** Smaller changes round to nothing. */
const smallestChange = 0.1;

/** A fall to a thousandth, or to nothing. */
const largestFall = 99.9;

/**
 * Returns a change's size: a rise in percent, or the rise that would undo a fall. Falls end at -100 percent, so by their
 * own percentage they could never be as unusual as a rise.
 */
export function toChangeSize(percent: number): number {
  if (percent >= 0) return percent;
  const fall = Math.min(-percent, largestFall);
  return (100 * fall) / (100 - fall);
}

/** Returns the size in percent up to which changes like this one are usual; null if the metric's past is too short. */
export function toUsualPercent(
  { metric, percent }: Pick<KnownChange, 'metric' | 'percent'>,
  usual: UsualChanges | undefined,
): number | null {
  const median = usual?.medians[metric] ?? null;
  if (median === null) return null;
  const size = Math.max(1, usual?.limit ?? 1) * Math.max(median, smallestUsual);
  return percent >= 0 ? size : (100 * size) / (100 + size);
}

/**
 * Ranks changes in results by how unusual they are: the size, divided by the metric's median size between earlier
 * periods of the same length. Returns at most two: the first, then the first in the other direction, else the
 * second in the same. Empty when no change exceeds the usual limit, null when no result has a comparison.
 */
export function findUnusualChanges(
  changes: readonly MetricChange[],
  usual: UsualChanges | undefined,
): KnownChange[] | null {
  const limit = Math.max(1, usual?.limit ?? 1);
  const known = changes.flatMap((change) =>
    !isResult(change.metric) || change.percentChange === null || change.change === null
      ? []
      : [{ ...change, percent: change.percentChange, difference: change.change }],
  );
  if (known.length === 0) return null;
  const [first, ...others] = known
    .filter(({ percent }) => Math.abs(percent) >= smallestChange)
    .map((change) => {
      const median = usual?.medians[change.metric] ?? usualWithoutHistory;
      return { change, score: toChangeSize(change.percent) / Math.max(median, smallestUsual) };
    })
    .filter(({ score }) => score >= limit)
    .toSorted((one, other) => other.score - one.score)
    .map(({ change }) => change);
  if (!first) return [];
  const opposite = others.find(({ percent }) => Math.sign(percent) !== Math.sign(first.percent));
  const second = opposite ?? others[0];
  return second ? [first, second] : [first];
}

function isResult(metric: OverviewMetric): boolean {
  return headlineMetrics.some((one) => one === metric);
}
