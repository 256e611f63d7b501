import {
  type ApproximationReason,
  comparedPosts,
  type CurveMetric,
  measuredDays,
  minComparedPosts,
  type PostScore,
} from '@tidemark/contract';
import { toExactness } from './exactness.ts';
import { toPresentLevel } from './level-trend.ts';
import { type AgedValue, listValuesAt, toPercentile, valueAtAge } from './life-curve.ts';

/** A post and its known measurements. */
export interface CurvedPost {
  mediaId: string;
  publishedAt: Date;
  /** Time when its lifetime totals were last fetched. */
  observedAt: Date;
  isStory: boolean;
  isCollaboration: boolean;
  totals: Record<CurveMetric, number | null>;
  curves: Record<CurveMetric, AgedValue[]>;
}

const measuredMinutes = measuredDays * 24 * 60;

/** Lists the earlier posts to compare with, newest first. `posts` share one account and format. */
export function listCompared(
  post: Pick<CurvedPost, 'mediaId' | 'publishedAt'>,
  posts: readonly CurvedPost[],
  most = comparedPosts,
): CurvedPost[] {
  return posts
    .filter((other) => other.mediaId !== post.mediaId && other.publishedAt <= post.publishedAt)
    .sort((one, other) => other.publishedAt.getTime() - one.publishedAt.getTime())
    .slice(0, most);
}

/**
 * Scores a post for its age: the share among earlier posts that had less at the same age, each adjusted to the
 * account's current level.
 * @param before newest first
 */
export function toPostScore(post: CurvedPost, before: readonly CurvedPost[], metric: CurveMetric): PostScore {
  const value = post.totals[metric];
  const none = (missing: PostScore['missing'], posts = 0): PostScore => ({
    percentile: null,
    basis: 'same_age',
    ageMinutes: null,
    value,
    posts,
    levelChange: null,
    soFar: null,
    missing,
    ...toExactness([]),
  });
  if (post.isStory) return none('story');
  if (post.isCollaboration) return none('collaboration');
  if (value === null) return none('not_reported');
  if (toAgeMinutes(post) > measuredMinutes) return toLifetimeScore(value, before, metric);
  const curve = post.curves[metric];
  let most = 0;
  for (const measured of curve.toReversed()) {
    const curves = before.map((other) => other.curves[metric]);
    const { values, change } = toPresentLevel(listValuesAt(curves, measured.ageMinutes));
    most = Math.max(most, values.length);
    if (values.length < minComparedPosts) continue;
    const isInterpolated = curves.some((one) => valueAtAge(one, measured.ageMinutes)?.isMeasured === false);
    return {
      percentile: toPercentile(measured.value, values),
      basis: 'same_age',
      ageMinutes: measured.ageMinutes,
      value: measured.value,
      posts: values.length,
      levelChange: change,
      soFar: null,
      missing: null,
      ...toExactness(isInterpolated ? ['between_measurements'] : []),
    };
  }
  return {
    ...none(curve.length === 0 ? 'not_measured' : 'not_enough_posts', most),
    soFar: toRankSoFar(value, before, { metric, ageMinutes: Math.floor(toAgeMinutes(post)) }),
  };
}

/** Ranks a young post against the totals that it has already passed. */
function toRankSoFar(
  value: number,
  before: readonly CurvedPost[],
  { metric, ageMinutes }: { metric: CurveMetric; ageMinutes: number },
): PostScore['soFar'] {
  const { values } = toPresentLevel(before.map((other) => other.totals[metric]));
  if (values.length < minComparedPosts) return null;
  return { percentile: toPercentile(value, values), posts: values.length, ageMinutes };
}

/** Compares posts that have stopped growing fast by their totals, although earlier posts are older. */
function toLifetimeScore(value: number, before: readonly CurvedPost[], metric: CurveMetric): PostScore {
  const { values, change } = toPresentLevel(before.map((other) => other.totals[metric]));
  const reasons: ApproximationReason[] = ['different_ages'];
  const isEnough = values.length >= minComparedPosts;
  return {
    percentile: isEnough ? toPercentile(value, values) : null,
    basis: 'lifetime',
    ageMinutes: null,
    value,
    posts: values.length,
    levelChange: isEnough ? change : null,
    soFar: null,
    missing: isEnough ? null : 'not_enough_posts',
    ...toExactness(isEnough ? reasons : []),
  };
}

function toAgeMinutes({ publishedAt, observedAt }: CurvedPost): number {
  return (observedAt.getTime() - publishedAt.getTime()) / 60_000;
}
