import type { PartSyncTimes, SyncPart } from '../../../../database/tables/sync.ts';
import { backoff } from '../../../../platform/backoff.ts';
import { storyLife } from '../../../../features/sync/store/story-rules.ts';

export interface LiveStory {
  publishedAt: Date;
  /** Its final fetch is done. */
  isFinal: boolean;
}

export interface SyncSchedule {
  now: Date;
  /** Returns when the next Instagram day after an instant starts. */
  nextDayAfter: (instant: Date) => Date;
  /** Last sync times by part. */
  syncedAt: PartSyncTimes;
  stories: readonly LiveStory[];
  /** True while a user is viewing the account. */
  isWatched: boolean;
  /** The operator's factor, 1 to 100, for the sync interval. */
  throttle: number;
  /** Jitter from 0 to 1, constant per account. */
  jitter: number;
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const finalFetchLead = 10 * minute;
const graceMillis = 10 * minute;

/**
 * Returns when each part is due next. Without viewers, daily in the hours after Instagram's midnight, with jitter per
 * account; stories often enough to find each, and again just before it ends. With viewers, hourly, and half-hourly
 * while a story is live. The operator's factor scales everything except a story's final fetch.
 */
export function getNextSyncs(syncSchedule: SyncSchedule): Record<SyncPart, Date> {
  const { now, nextDayAfter, syncedAt, stories, isWatched, throttle, jitter } = syncSchedule;
  const spaced = (part: SyncPart, nextAfter: (last: Date) => number): number => {
    const text = syncedAt[part];
    if (text === undefined) return 0;
    const last = new Date(text);
    return last.getTime() + (nextAfter(last) - last.getTime()) * throttle;
  };
  const nightly = (last: Date) => nextDayAfter(last).getTime() + hour + jitter * 5 * hour;
  const hourly = (last: Date) => (isWatched ? last.getTime() + hour : Number.POSITIVE_INFINITY);
  const often = (last: Date) => Math.min(hourly(last), nightly(last));

  const live = stories.filter(
    ({ publishedAt, isFinal }) => !isFinal && publishedAt.getTime() + storyLife > now.getTime(),
  );
  const ends = live.map(({ publishedAt }) => publishedAt.getTime() + storyLife - finalFetchLead);
  const attempts = (last: Date) => last.getTime() + (isWatched ? (live.length > 0 ? hour / 2 : hour) : hour * 12);
  const media = spaced('media', often);
  return {
    days: new Date(spaced('days', often)),
    demographics: new Date(spaced('demographics', nightly)),
    media: new Date(media),
    // Due only together with the newer media.
    older_media: new Date(
      Math.max(
        media,
        spaced('older_media', (last) => last.getTime() + 7 * day * (0.9 + 0.2 * jitter)),
      ),
    ),
    stories: new Date(Math.min(spaced('stories', attempts), ...ends)),
  };
}

/**
 * Lists the parts for a sync that starts now: parts due or nearly due, stories whenever days are fetched, and parts
 * that a user requested.
 */
export function listDueParts(
  dueTimes: Record<SyncPart, Date>,
  now: Date,
  { isRequested }: { isRequested: boolean },
): Set<SyncPart> {
  const due = new Set<SyncPart>(isRequested ? ['days', 'media', 'stories'] : []);
  for (const part of syncParts) if (dueTimes[part].getTime() <= now.getTime() + graceMillis) due.add(part);
  if (due.has('demographics')) due.add('days');
  if (due.has('days')) due.add('stories');
  return due;
}

export const syncParts = [
  'days',
  'demographics',
  'media',
  'older_media',
  'stories',
] as const satisfies readonly SyncPart[];

export function earliest(dueTimes: Record<SyncPart, Date>): Date {
  return new Date(Math.min(...Object.values(dueTimes).map((instant) => instant.getTime())));
}

/** Returns the days between two fetches of type-specific metrics, by the post's age. */
function typeSpecificFetchDays(ageDays: number): number {
  if (ageDays < 2) return 0.8;
  if (ageDays < 7) return 1.8;
  if (ageDays < 30) return 6.8;
  if (ageDays < 90) return 29;
  return 89;
}

/** Returns how overdue a post's fetch is: due from 1; posts never fetched come first. */
export function getOverdueRatio(
  { publishedAt, fetchedAt }: { publishedAt: Date; fetchedAt: Date | null },
  now: Date,
): number {
  if (fetchedAt === null) return Number.POSITIVE_INFINITY;
  const age = (now.getTime() - publishedAt.getTime()) / day;
  return (now.getTime() - fetchedAt.getTime()) / day / typeSpecificFetchDays(age);
}

export type SyncFailure = 'transient' | 'permission' | 'failed';

/** Returns the delay after a failure in seconds; `failures` is the number in a row. */
export function secondsAfterFailure(failure: SyncFailure, failures: number): number {
  if (failure === 'permission') return 24 * 3600;
  if (failure === 'failed') return 6 * 3600;
  return backoff(failures, { first: 300, max: 6 * 3600 });
}
