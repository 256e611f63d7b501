import type { ActivityDay, MediaActivity } from '@tidemark/contract';

/** Countable activity: posts by publishing hour, or interactions with them. */
export const activityKinds = ['posts', 'interactions'] as const;
export type ActivityKind = (typeof activityKinds)[number];

/** Seven days with six four-hour blocks each, in the viewer's local time. */
export type Week = number[][];

const columns: Record<ActivityKind, (day: ActivityDay) => number[]> = {
  posts: (day) => day.buckets,
  interactions: (day) => day.interactions,
};

/** The server counts in the request's time zone. */
export function toWeek({ data }: MediaActivity, kind: ActivityKind): Week {
  return data.map(columns[kind]);
}

export function dayTotals(week: Week): number[] {
  return week.map((blocks) => blocks.reduce((sum, count) => sum + count, 0));
}
