import type { PartSyncTimes, TaskCheckpoint, TaskCheckpoints } from '../../database/tables/sync.ts';
import type { DatedDays } from '../../features/sync/store/dated-rules.ts';
import { backoff } from '../../platform/backoff.ts';

/** The next part of an account to fetch: its profile, a page of its posts, or the times of posts found first. */
export type BlueskyStep =
  { task: 'account_details' } | { task: 'media_history'; after: string | null } | { task: 'insights' };

const tasks = ['account_details', 'media_history', 'insights'] as const;
const pending: TaskCheckpoint = { status: 'pending', done: null, total: null };
const hour = 3_600_000;
const day = 24 * hour;
/** Older posts are listed once a week only. */
const recentDays = 30;

/** Returns the initial checkpoints: all posts back to the first one. */
export function startFirstSync(): TaskCheckpoints {
  return { account_details: pending, media_history: pending, insights: pending };
}

/** Returns the checkpoints of a later sync: the posts of the last 30 days, or all once a week. */
export function startLaterSync(now: Date, { older_media: listedAt }: PartSyncTimes): TaskCheckpoints {
  const isWhole = listedAt === undefined || now.getTime() - Date.parse(listedAt) >= 7 * day;
  const stopBefore = new Date(now.getTime() - recentDays * day).toISOString().slice(0, 10);
  return { ...startFirstSync(), media_history: isWhole ? pending : { ...pending, stopBefore } };
}

export function isOpen(checkpoint: TaskCheckpoint | undefined): boolean {
  return checkpoint?.status === 'pending' || checkpoint?.status === 'in_progress';
}

export function nextStep(checkpoints: TaskCheckpoints): BlueskyStep | null {
  const task = tasks.find((candidate) => isOpen(checkpoints[candidate]));
  if (!task) return null;
  return task === 'media_history' ? { task, after: checkpoints.media_history?.after ?? null } : { task };
}

export function beginStep(checkpoints: TaskCheckpoints, { task }: BlueskyStep): TaskCheckpoints {
  return { ...checkpoints, [task]: { ...(checkpoints[task] ?? pending), status: 'in_progress' } };
}

/** A step's result: the number of posts, and where the next step of the same task goes on; null at the end. */
export interface Outcome {
  read: number;
  after: string | null;
  /** Day of the oldest post of a page. */
  oldestDay: string | null;
}

export function finishStep(checkpoints: TaskCheckpoints, { task }: BlueskyStep, outcome: Outcome): TaskCheckpoints {
  const before = checkpoints[task] ?? pending;
  if (task === 'account_details') return { ...checkpoints, [task]: { ...before, status: 'completed' } };
  const done = (before.done ?? 0) + outcome.read;
  const isEnough =
    before.stopBefore !== undefined && outcome.oldestDay !== null && outcome.oldestDay < before.stopBefore;
  const isOver = outcome.after === null || isEnough;
  return {
    ...checkpoints,
    [task]: isOver
      ? { ...before, status: 'completed', done, total: done, after: null }
      : { ...before, status: 'in_progress', done, after: outcome.after },
  };
}

/** Returns when each part was last synced, after a finished sync. */
export function toSyncTimes(before: PartSyncTimes, checkpoints: TaskCheckpoints, at: Date): PartSyncTimes {
  const instant = at.toISOString();
  const isWhole = checkpoints.media_history?.stopBefore === undefined;
  return { ...before, days: instant, media: instant, ...(isWhole ? { older_media: instant } : {}) };
}

/**
 * Returns when an account is due next: nightly within six hours after midnight UTC, with jitter by account, hourly while
 * somebody views it; later by the operator's factor.
 */
export function toNextSync({
  last,
  isWatched,
  throttle,
  jitter,
}: {
  last: Date;
  isWatched: boolean;
  throttle: number;
  jitter: number;
}): Date {
  const midnight = (Math.floor(last.getTime() / day) + 1) * day;
  const next = Math.min(midnight + jitter * 6 * hour, isWatched ? last.getTime() + hour : Infinity);
  return new Date(last.getTime() + (next - last.getTime()) * throttle);
}

/** Returns the delay after a failure in seconds; `failures` is the number in a row. */
export function secondsAfterFailure(isTransient: boolean, failures: number): number {
  return isTransient ? backoff(failures, { first: 300, max: 6 * 3600 }) : 6 * 3600;
}

/** Counts interactions by day; earlier ones than the post count on its day. */
export function toDatedDays(
  times: Readonly<Record<'likes' | 'comments' | 'shares', readonly Date[]>>,
  publishedAt: Date,
  toDay: (instant: Date) => string,
): DatedDays {
  const days = new Map<string, { likes: number; comments: number; shares: number }>();
  for (const name of ['likes', 'comments', 'shares'] as const)
    for (const time of times[name]) {
      const instant = new Date(Math.max(time.getTime(), publishedAt.getTime()));
      const key = toDay(instant);
      const counts = days.get(key) ?? { likes: 0, comments: 0, shares: 0 };
      counts[name] += 1;
      days.set(key, counts);
    }
  return days;
}
