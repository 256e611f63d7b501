import type { Approximation, Comparison, OverviewMetric, UsualChanges } from '@tidemark/contract';
import { findUnusualChanges, type KnownChange, type MetricChange } from '@tidemark/contract/unusual-changes';
import { mergeApproximations } from './approximation-labels.ts';
import { capitalize, plural, trendPercent, wholeNumber } from './format.ts';
import { metricLabels } from './metric-labels.ts';

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

/**
 * The most unusual change, then the most unusual one in the other direction, else the second in the same. Empty if no
 * change is larger than usual.
 */
export type Verdict = Clause[];

export interface HeadlineFacts {
  /** Null without any certain change. */
  verdict: Verdict | null;
  /** True if no day in the range is stored. */
  isEmpty: boolean;
  /** What was counted, in words: '1.2k views'. */
  total: string;
  /** Change in followers; null without a comparison. */
  followers: number | null;
  /** Null if they could not be loaded. */
  posts: number | null;
  /** Names the range, 'week', if compared with the period directly before: what is usual is known only there. */
  span: string | null;
}

export interface Headline {
  /** The sentence; parts with a direction are emphasised. */
  parts: { text: string; direction?: 'up' | 'down' }[];
  approx: Approximation | null;
}

/** Puts the most unusual changes into words; null when no metric has a comparison. */
export function toVerdict(changes: readonly MetricChange[], usual: UsualChanges | undefined): Verdict | null {
  return findUnusualChanges(changes, usual)?.map(toClause) ?? null;
}

function toClause({ metric, percent, difference, approx, comparison }: KnownChange): Clause {
  const direction = percent > 0 ? 'up' : 'down';
  const isFollowers = metric === 'followers';
  const verb = direction === 'down' ? 'fell' : isFollowers ? 'grew' : 'rose';
  return {
    metric,
    direction,
    statement: `${metricLabels[metric].title.toLowerCase()} ${verb}${isFollowers ? ' by' : ''}`,
    size: isFollowers ? wholeNumber(Math.abs(difference)) : changeSize(percent),
    approx,
    comparison,
  };
}

/** Rounds to whole percent from 10 % up: decimals would pretend a precision that nobody reads in a sentence. */
export function changeSize(percentChange: number): string {
  const size = Math.abs(percentChange);
  return size >= 10 ? `${wholeNumber(size)}%` : trendPercent(size);
}

/** Writes the sentence that sums up a range, the same on screens and in documents. */
export function writeHeadline(facts: HeadlineFacts): Headline {
  const { verdict } = facts;
  if (!verdict?.length) return { parts: [{ text: describeCalm(facts) }], approx: null };
  const joint = verdict[0]?.direction === verdict[1]?.direction ? ' and ' : ' while ';
  return {
    parts: [
      ...verdict.flatMap(({ statement, size, direction, approx }, index) => [
        { text: `${index === 0 ? capitalize(statement) : joint + statement} ${approx ? 'about ' : ''}` },
        { text: size, direction },
      ]),
      { text: '.' },
    ],
    approx: mergeApproximations(verdict.map(({ approx }) => approx)),
  };
}

function describeCalm({ verdict, isEmpty, total, followers, posts, span }: HeadlineFacts): string {
  if (isEmpty) return 'No data in this range yet.';
  const name = span ? `A typical ${span}` : 'About the same as before';
  if (verdict && followers !== null) return `${name}: ${total}, ${followersGained(followers)}.`;
  if (posts === null) return `${total}.`;
  return `${total} and ${posts === 0 ? 'no' : wholeNumber(posts)} new ${plural(posts, 'post')}.`;
}

function followersGained(change: number): string {
  if (change === 0) return 'no change in followers';
  return `${wholeNumber(Math.abs(change))} ${change > 0 ? 'more' : 'fewer'} ${plural(Math.abs(change), 'follower')}`;
}

/** Names a range as people would: 'week' or '90 days'. */
export function spanName(days: number): string {
  return { 1: 'day', 7: 'week', 14: 'two weeks' }[days] ?? `${days} days`;
}
