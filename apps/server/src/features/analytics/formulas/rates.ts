/** A ratio in percent; 0 when there is nothing to divide by. */
function percentOf(part: number, whole: number): number {
  return whole === 0 ? 0 : (part / whole) * 100;
}

/** Interactions per person reached, in percent. */
export function engagementRate({ interactions, reach }: { interactions: number; reach: number }): number {
  return percentOf(interactions, reach);
}

/** New followers per person reached who was none yet, in percent. */
export function conversionRate({ follows, nonFollowerReach }: { follows: number; nonFollowerReach: number }): number {
  return percentOf(follows, nonFollowerReach);
}

/** The share of the followers' number that engaged, in percent. */
export function engagedAudience({ engaged, followers }: { engaged: number; followers: number }): number {
  return percentOf(engaged, followers);
}

/** How much the followers grew since the end of the previous period, in percent. */
export function followerGrowthRate({
  followers,
  previousFollowers,
}: {
  followers: number;
  previousFollowers: number;
}): number {
  return percentOf(followers - previousFollowers, previousFollowers);
}
