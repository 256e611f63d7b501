import type { Approximation, Comparison, OverviewMetric, UsualChanges } from '@tidemark/contract';
import {
  findUnusualChanges,
  type KnownChange,
  type MetricChange,
  overviewMetricNames,
} from '@tidemark/contract/unusual-changes';
import { trendPercent, wholeNumber } from '#web/platform/format.ts';

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
  /** True if no change is larger than usual. */
  isUsual: boolean;
}

/** Puts the most unusual changes into words; null when no metric has a comparison. */
export function toVerdict(changes: readonly MetricChange[], usual: UsualChanges | undefined): Verdict | null {
  const unusual = findUnusualChanges(changes, usual);
  return unusual && { clauses: unusual.map(toClause), isUsual: unusual.length === 0 };
}

function toClause({ metric, percent, difference, approx, comparison }: KnownChange): Clause {
  const direction = percent > 0 ? 'up' : 'down';
  const isFollowers = metric === 'followers';
  const verb = direction === 'down' ? 'fell' : isFollowers ? 'grew' : 'rose';
  return {
    metric,
    direction,
    statement: `${overviewMetricNames[metric]} ${verb}${isFollowers ? ' by' : ''}`,
    size: isFollowers ? wholeNumber(Math.abs(difference)) : sizeLabel(Math.abs(percent)),
    approx,
    comparison,
  };
}

/** Rounds to whole percent from 10 % up: decimals would pretend a precision that nobody reads in a headline. */
function sizeLabel(percent: number): string {
  return percent >= 10 ? `${wholeNumber(percent)}%` : trendPercent(percent);
}

export function isOpposite([first, second]: readonly Clause[]): boolean {
  return first !== undefined && second !== undefined && first.direction !== second.direction;
}
