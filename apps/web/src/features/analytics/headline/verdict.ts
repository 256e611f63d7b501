import type { Approximation, Comparison, OverviewMetric, UsualChanges } from '@tidemark/contract';
import { trendPercent, wholeNumber } from '#web/platform/format.ts';

/** One metric's change, as its card shows it. */
export interface MetricChange {
  metric: OverviewMetric;
  /** In percent of the previous period; null without a comparison. */
  percentChange: number | null;
  /** In the metric's own unit. */
  change: number | null;
  approx: Approximation | null;
  comparison: Comparison;
}

export interface Clause {
  metric: OverviewMetric;
  direction: 'up' | 'down';
  /** 'engagement rate fell' */
  statement: string;
  /** '37%' or '306' */
  size: string;
  approx: Approximation | null;
  comparison: Comparison;
}

export interface Verdict {
  /** The most unusual change, then the most unusual one in the other direction, else the second in the same. */
  clauses: Clause[];
  /** No change is larger than usual. */
  isUsual: boolean;
}

const names: Record<OverviewMetric, string> = {
  followers: 'followers',
  views: 'views',
  reach: 'reach',
  total_interactions: 'interactions',
  'engagement-rate': 'engagement rate',
  'conversion-rate': 'conversion rate',
  'virality-score': 'virality score',
  'engaged-audience': 'engaged audience',
  'post-activity': 'posting',
};

/** Without a usual change to compare with: small changes are not worth a headline. */
const usualWithoutHistory = 10;
/** A metric that never changes would make any change infinitely unusual. */
const smallestUsual = 0.1;
/** Below it, a change rounds to nothing. */
const smallestChange = 0.1;

/**
 * Ranks changes by how unusual they are: the size in percent, divided by the metric's median change between earlier
 * periods of the same length. Null when no metric has a comparison.
 */
export function toVerdict(changes: readonly MetricChange[], usual: UsualChanges | undefined): Verdict | null {
  const known = changes.flatMap((change) =>
    change.percentChange === null || change.change === null
      ? []
      : [{ ...change, percent: change.percentChange, difference: change.change }],
  );
  if (known.length === 0) return null;
  const scored = known
    .filter(({ percent }) => Math.abs(percent) >= smallestChange)
    .map((change) => {
      const median = usual?.medians[change.metric] ?? usualWithoutHistory;
      return { change, score: Math.abs(change.percent) / Math.max(median, smallestUsual) };
    })
    .filter(({ score }) => score >= 1)
    .toSorted((one, other) => other.score - one.score);
  const [first, ...others] = scored;
  if (!first) return { clauses: [], isUsual: true };
  const opposite = others.find(({ change }) => Math.sign(change.percent) !== Math.sign(first.change.percent));
  const second = opposite ?? others[0];
  return { clauses: [first, ...(second ? [second] : [])].map(({ change }) => toClause(change)), isUsual: false };
}

function toClause({
  metric,
  percent,
  difference,
  approx,
  comparison,
}: MetricChange & { percent: number; difference: number }): Clause {
  const direction = percent > 0 ? 'up' : 'down';
  const isFollowers = metric === 'followers';
  const verb = direction === 'down' ? 'fell' : isFollowers ? 'grew' : 'rose';
  return {
    metric,
    direction,
    statement: `${names[metric]} ${verb}${isFollowers ? ' by' : ''}`,
    size: isFollowers ? wholeNumber(Math.abs(difference)) : sizeLabel(Math.abs(percent)),
    approx,
    comparison,
  };
}

/** Whole percent from 10 % up: decimals would pretend a precision that nobody reads in a headline. */
function sizeLabel(percent: number): string {
  return percent >= 10 ? `${wholeNumber(percent)}%` : trendPercent(percent);
}

export function isOpposite([first, second]: readonly Clause[]): boolean {
  return first !== undefined && second !== undefined && first.direction !== second.direction;
}
