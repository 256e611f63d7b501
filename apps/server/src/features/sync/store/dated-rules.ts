/** Metrics whose single interactions may have times. */
export const datedMetrics = ['likes', 'comments', 'shares'] as const;
type DatedCounts = Readonly<Record<(typeof datedMetrics)[number], number>>;

/** Interactions with a post by day. */
export type DatedDays = ReadonlyMap<string, DatedCounts>;

/** A post's changes on a day on which nothing happened. */
export const noDelta = {
  reach: 0,
  views: 0,
  likes: 0,
  comments: 0,
  saved: 0,
  shares: 0,
  interactions: 0,
  follows: 0,
};

/** Returns each day's part, in order, never more than there was in all. */
export function spreadOverDays(all: DatedCounts, days: DatedDays): { day: string; delta: typeof noDelta }[] {
  const left = { likes: all.likes, comments: all.comments, shares: all.shares };
  return [...days.keys()].sort().map((day) => {
    const delta = { ...noDelta };
    for (const name of datedMetrics) {
      const part = Math.min(left[name], days.get(day)?.[name] ?? 0);
      left[name] -= part;
      delta[name] = part;
      delta.interactions += part;
    }
    return { day, delta };
  });
}
