import type { Bounds } from './exactness.ts';

/** Returns a ratio in percent; 0 if the divisor is 0. */
function toPercent(part: number, whole: number): number {
  return whole === 0 ? 0 : (part / whole) * 100;
}

/** Returns interactions per person reached, in percent. */
export function engagementRate({ interactions, reach }: { interactions: number; reach: number }): number {
  return toPercent(interactions, reach);
}

/** Returns new followers per non-follower reached, in percent. */
export function conversionRate({ follows, nonFollowerReach }: { follows: number; nonFollowerReach: number }): number {
  return toPercent(follows, nonFollowerReach);
}

/** Returns engaged accounts in percent of followers. */
export function engagedAudience({ engaged, followers }: { engaged: number; followers: number }): number {
  return toPercent(engaged, followers);
}

/** Returns follower growth since the end of the previous period, in percent. */
export function followerGrowthRate({
  followers,
  previousFollowers,
}: {
  followers: number;
  previousFollowers: number;
}): number {
  return toPercent(followers - previousFollowers, previousFollowers);
}

/** Divides two nonnegative values with bounds; in percent. */
export function divideBounds(part: Bounds, whole: Bounds): Bounds {
  if (whole.lower === 0 && whole.upper === 0) return { lower: 0, upper: 0 };
  const divide = (one: number | null, other: number | null) =>
    one === null || other === null || other === 0 ? null : toPercent(one, other);
  return { lower: divide(part.lower, whole.upper), upper: divide(part.upper, whole.lower) };
}
