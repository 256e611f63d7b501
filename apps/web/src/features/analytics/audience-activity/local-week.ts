import type { ActivityDay, MediaActivity } from '@tidemark/contract';

export const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const;
export const blockLabels = ['12a-4a', '4a-8a', '8a-12p', '12p-4p', '4p-8p', '8p-12a'] as const;

/** What the activity counts: posts by hour of publishing, or interactions with them. */
export const activityKinds = ['posts', 'interactions'] as const;
export type ActivityKind = (typeof activityKinds)[number];

/** Seven days of six four-hour blocks, in the viewer's local time. */
export type Week = number[][];

const columns: Record<ActivityKind, (day: ActivityDay) => number[]> = {
  posts: (day) => day.buckets,
  interactions: (day) => day.interactions,
};

/** The server groups by UTC; blocks shift by the viewer's offset, across midnight into the next or previous day. */
export function toLocalWeek({ data }: MediaActivity, kind: ActivityKind, offsetMinutes: number): Week {
  const blocks = data.flatMap(columns[kind]);
  const shift = Math.round(offsetMinutes / 240);
  const moved = blocks.map((_, index) => blocks.at((index - shift) % blocks.length) ?? 0);
  return weekdays.map((_, day) => moved.slice(day * 6, day * 6 + 6));
}

/** Minutes by which the viewer's local time is ahead of UTC. */
export function viewerOffset(now = new Date()): number {
  return -now.getTimezoneOffset();
}

export function dayTotals(week: Week): number[] {
  return week.map((blocks) => blocks.reduce((sum, count) => sum + count, 0));
}
