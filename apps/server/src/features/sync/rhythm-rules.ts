import type { ReadTimes, SyncPart } from '../../database/tables/sync.ts';

export interface LiveStory {
  publishedAt: Date;
  /** Its last reading is done. */
  isFinal: boolean;
}

export interface Rhythm {
  now: Date;
  /** When the Instagram day after that of an instant begins. */
  nextDayAfter: (instant: Date) => Date;
  /** When each part was last read. */
  readAt: ReadTimes;
  stories: readonly LiveStory[];
  /** Somebody is looking at the account. */
  isWatched: boolean;
  /** An operator's factor, 1 to 100, by which the spacing is stretched. */
  throttle: number;
  /** 0 to 1, always the same for an account. */
  spread: number;
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
/** A story's figures can be read for as long as it lives. */
export const storyLife = day;
const readBeforeEnd = 10 * minute;
/** A reading so close before the end counts as the last one. */
export const lastReadingSpan = 30 * minute;
const rideAlong = 10 * minute;

/**
 * When each part is to be read next. With nobody looking, once a day in the hours after Instagram's midnight, spread by
 * account; stories often enough to see each, and again just before it ends. While somebody looks: hourly, and every
 * half hour while a story is live. The operator's factor stretches all but the last reading of a story.
 */
export function nextReadings(rhythm: Rhythm): Record<SyncPart, Date> {
  const { now, nextDayAfter, readAt, stories, isWatched, throttle, spread } = rhythm;
  const spaced = (part: SyncPart, nextAfter: (last: Date) => number): number => {
    const text = readAt[part];
    if (text === undefined) return 0;
    const last = new Date(text);
    return last.getTime() + (nextAfter(last) - last.getTime()) * throttle;
  };
  const nightly = (last: Date) => nextDayAfter(last).getTime() + hour + spread * 5 * hour;
  const hourly = (last: Date) => (isWatched ? last.getTime() + hour : Number.POSITIVE_INFINITY);
  const often = (last: Date) => Math.min(hourly(last), nightly(last));

  const live = stories.filter(
    ({ publishedAt, isFinal }) => !isFinal && publishedAt.getTime() + storyLife > now.getTime(),
  );
  const ends = live.map(({ publishedAt }) => publishedAt.getTime() + storyLife - readBeforeEnd);
  const looks = (last: Date) => last.getTime() + (isWatched ? (live.length > 0 ? hour / 2 : hour) : hour * 12);
  const media = spaced('media', often);
  return {
    days: new Date(spaced('days', often)),
    demographics: new Date(spaced('demographics', nightly)),
    media: new Date(media),
    // Only ever together with the newer ones.
    older_media: new Date(
      Math.max(
        media,
        spaced('older_media', (last) => last.getTime() + 7 * day * (0.9 + 0.2 * spread)),
      ),
    ),
    stories: new Date(Math.min(spaced('stories', looks), ...ends)),
  };
}

/**
 * The parts to read in a sync that starts now: those that are due or nearly, stories with every reading of the days, and
 * what a person asked for.
 */
export function partsDue(
  readings: Record<SyncPart, Date>,
  now: Date,
  { isWanted }: { isWanted: boolean },
): Set<SyncPart> {
  const due = new Set<SyncPart>(isWanted ? ['days', 'media', 'stories'] : []);
  for (const part of syncParts) if (readings[part].getTime() <= now.getTime() + rideAlong) due.add(part);
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

export function earliestOf(readings: Record<SyncPart, Date>): Date {
  return new Date(Math.min(...Object.values(readings).map((instant) => instant.getTime())));
}

/** Days between two readings of what only a post's kind answers, by the age of the post. */
function ownReadingDays(ageDays: number): number {
  if (ageDays < 2) return 0.8;
  if (ageDays < 7) return 1.8;
  if (ageDays < 30) return 6.8;
  if (ageDays < 90) return 29;
  return 89;
}

/** How overdue a reading of one post is: 1 is due now; posts never read come first. */
export function overdue({ publishedAt, readAt }: { publishedAt: Date; readAt: Date | null }, now: Date): number {
  if (readAt === null) return Number.POSITIVE_INFINITY;
  const age = (now.getTime() - publishedAt.getTime()) / day;
  return (now.getTime() - readAt.getTime()) / day / ownReadingDays(age);
}

export type SyncFailure = 'transient' | 'permission' | 'failed';

/** How long an account waits after a failure, in seconds; `failures` counts those in a row. */
export function secondsAfterFailure(failure: SyncFailure, failures: number): number {
  if (failure === 'permission') return 24 * 3600;
  if (failure === 'failed') return 6 * 3600;
  return Math.min(300 * 2 ** Math.max(0, failures - 1), 6 * 3600);
}

/** A number from 0 to 1 that is always the same for the same account. */
export function spreadOf(accountId: string): number {
  let hash = 0;
  for (const character of accountId) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 9973;
  return hash / 9973;
}
