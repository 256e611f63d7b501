import { daysBetween, initializationTasks, type InitializationTask } from '@tidemark/contract';
import type { ReadTimes, SyncPart, TaskCheckpoint, TaskCheckpoints } from '../../database/tables/sync.ts';

/** What to read next. Days are Instagram's own. */
export type Step =
  | { task: 'account_details' | 'follower_demographics' | 'audience_demographics' | 'stories' | 'own_figures' }
  /** `read` counts the posts of the pages before. */
  | { task: 'media_history'; after: string | null; withoutInsights: boolean; read: number }
  | { task: 'insights'; from: string; to: string }
  /** The profile, the newest days and what else is due, in one batch. */
  | { task: 'together'; from: string; to: string; stories: boolean; demographics: boolean };

const windowDays = 30;
const keptDays = 730;
const revisedDays = 3;
const recentMediaDays = 30;
const daysInOneBatch = 7;

const pending: TaskCheckpoint = { status: 'pending', done: null, total: null };

/** Where a first sync starts: every task, and insights back to where Instagram keeps them. */
export function startInitialization(today: string): TaskCheckpoints {
  const checkpoints: TaskCheckpoints = {};
  for (const task of initializationTasks) checkpoints[task] = pending;
  checkpoints.insights = { ...pending, done: 0, total: keptDays, next: today, floor: daysBefore(today, keptDays - 1) };
  return checkpoints;
}

/**
 * What a later sync reads of the parts that are due. Days: those since the last complete one, and the three before it,
 * because Instagram revises them; `revisedToday` says that those three were read today already. Media: of the last 30
 * days and of those that went by unread; all of them when the older ones are due too.
 */
export function startRefresh({
  today,
  due,
  lastCompleteDay,
  unfinishedFloor,
  lastMediaDay,
  revisedToday,
}: {
  today: string;
  due: ReadonlySet<SyncPart>;
  lastCompleteDay: string | null;
  /** How far back a reading reached that was cut short on an earlier day. */
  unfinishedFloor: string | null;
  lastMediaDay: string | null;
  revisedToday: boolean;
}): TaskCheckpoints {
  const checkpoints: TaskCheckpoints = {};
  if (due.has('days')) {
    const missing = lastCompleteDay === null ? today : daysAfter(lastCompleteDay, 1);
    const oldest = daysBefore(missing < today ? missing : today, revisedToday && missing === today ? 0 : revisedDays);
    const floor = later(earlier(oldest, unfinishedFloor ?? oldest), daysBefore(today, keptDays - 1));
    checkpoints.account_details = {
      ...pending,
      together: { stories: due.has('stories'), demographics: due.has('demographics') },
    };
    checkpoints.insights = { ...pending, done: 0, total: daysBetween(floor, today), today, next: today, floor };
    if (due.has('demographics')) checkpoints.follower_demographics = checkpoints.audience_demographics = { ...pending };
  }
  if (due.has('media') || due.has('older_media')) {
    const stopBefore = daysBefore(earlier(lastMediaDay ?? today, today), recentMediaDays);
    checkpoints.media_history = {
      ...pending,
      ownFigures: 'wanted',
      ...(due.has('older_media') ? {} : { stopBefore }),
    };
  }
  if (due.has('stories')) checkpoints.stories = { ...pending };
  return checkpoints;
}

/** The next step of the first task, in order, that is not finished; null when all are. */
export function nextStep(checkpoints: TaskCheckpoints): Step | null {
  const task = initializationTasks.find((candidate) => isOpen(checkpoints[candidate]));
  if (!task) return null;
  const checkpoint = checkpoints[task];
  if (task === 'media_history') {
    if (checkpoint?.ownFigures === 'next') return { task: 'own_figures' };
    const { after = null, withoutInsights = false, done } = checkpoint ?? pending;
    return { task, after, withoutInsights, read: done ?? 0 };
  }
  if (task === 'account_details' && checkpoint?.together) {
    return { task: 'together', ...nextWindow(checkpoints.insights, daysInOneBatch), ...checkpoint.together };
  }
  if (task === 'insights') return { task, ...nextWindow(checkpoint, windowDays) };
  return { task };
}

function nextWindow(checkpoint: TaskCheckpoint | undefined, longest: number): { from: string; to: string } {
  const to = checkpoint?.next ?? '';
  return { from: later(daysBefore(to, longest - 1), checkpoint?.floor ?? to), to };
}

export function isOpen(checkpoint: TaskCheckpoint | undefined): boolean {
  return checkpoint?.status === 'pending' || checkpoint?.status === 'in_progress';
}

/** The tasks that a step works on. */
export function tasksOf(step: Step): InitializationTask[] {
  if (step.task === 'own_figures') return ['media_history'];
  if (step.task !== 'together') return [step.task];
  return [
    'account_details',
    ...(step.demographics ? (['follower_demographics', 'audience_demographics'] as const) : []),
    'insights',
    ...(step.stories ? (['stories'] as const) : []),
  ];
}

/** Marks the tasks of a step as in progress. */
export function beginStep(checkpoints: TaskCheckpoints, step: Step): TaskCheckpoints {
  const begun = { ...checkpoints };
  for (const task of tasksOf(step)) begun[task] = { ...(checkpoints[task] ?? pending), status: 'in_progress' };
  return begun;
}

export type StepOutcome =
  | { task: 'account_details' | 'follower_demographics' | 'audience_demographics' | 'stories' | 'own_figures' }
  | {
      task: 'media_history';
      read: number;
      after: string | null;
      total: number | null;
      oldestOfPage: string | null;
      /** Posts of before the business account come in lists of their own. */
      hasOlderWithoutInsights: boolean;
    }
  | { task: 'insights' | 'together'; from: string; to: string; found: number; oldestPost: string | null };

/** The checkpoints once a step's rows are stored. */
export function finishStep(checkpoints: TaskCheckpoints, step: Step, outcome: StepOutcome): TaskCheckpoints {
  const finished = { ...checkpoints };
  for (const task of tasksOf(step)) {
    const before = checkpoints[task] ?? pending;
    if (outcome.task === 'media_history') finished[task] = advanceMedia(before, outcome);
    else if (task === 'insights' && 'from' in outcome) finished[task] = advanceDays(before, outcome);
    else if (outcome.task === 'own_figures') finished[task] = { ...before, status: 'completed', ownFigures: 'wanted' };
    else finished[task] = { ...before, status: 'completed' };
  }
  return finished;
}

function advanceMedia(before: TaskCheckpoint, outcome: StepOutcome & { task: 'media_history' }): TaskCheckpoint {
  const done = (before.done ?? 0) + outcome.read;
  const enough =
    before.stopBefore !== undefined && outcome.oldestOfPage !== null && outcome.oldestOfPage < before.stopBefore;
  // media_count may disagree with what paging yields: only the cursor decides the end.
  if (outcome.after !== null && !enough)
    return {
      ...before,
      status: 'in_progress',
      done,
      total: Math.max(outcome.total ?? 0, done),
      after: outcome.after,
    };
  const listed = { ...before, done, total: done, after: null };
  if (outcome.hasOlderWithoutInsights && before.stopBefore === undefined)
    return { ...listed, status: 'in_progress', withoutInsights: true };
  return before.ownFigures === undefined
    ? { ...listed, status: 'completed' }
    : { ...listed, status: 'in_progress', ownFigures: 'next' };
}

function advanceDays(before: TaskCheckpoint, outcome: StepOutcome & { task: 'insights' | 'together' }): TaskCheckpoint {
  const done = (before.done ?? 0) + daysBetween(outcome.from, outcome.to);
  const reachedFloor = outcome.from <= (before.floor ?? outcome.from);
  // A silent month alone is no beginning: the account must also have had no post in it or before it.
  const beforeBeginning = outcome.found === 0 && (outcome.oldestPost === null || outcome.oldestPost > outcome.to);
  if (reachedFloor || beforeBeginning) return { ...before, status: 'completed', done, total: done };
  return { ...before, status: 'in_progress', done, next: daysBefore(outcome.from, 1) };
}

export function readsStories(step: Step): boolean {
  return step.task === 'stories' || (step.task === 'together' && step.stories);
}

/** When each part was last read, once a step is done. A first sync has read everything when it ends. */
export function partsRead(
  before: ReadTimes,
  {
    checkpoints,
    step,
    at,
    isFirst,
    isFinished,
  }: { checkpoints: TaskCheckpoints; step: Step; at: Date; isFirst: boolean; isFinished: boolean },
): ReadTimes {
  const instant = at.toISOString();
  if (isFirst) return isFinished ? Object.fromEntries(syncParts.map((part) => [part, instant])) : before;
  const read: ReadTimes = { ...before };
  if (step.task === 'together') read.days = instant;
  if (step.task === 'together' && step.demographics) read.demographics = instant;
  if (readsStories(step)) read.stories = instant;
  const media = checkpoints.media_history;
  if ((step.task === 'own_figures' || step.task === 'media_history') && !isOpen(media)) {
    read.media = instant;
    if (media?.stopBefore === undefined) read.older_media = instant;
  }
  return read;
}

/** The time in which a story can have come and gone since stories were last read; null when it is none. */
export function unseenStories(lastRead: string | undefined, now: Date): { from: Date; to: Date } | null {
  const [from, to] = [Date.parse(lastRead ?? now.toISOString()), now.getTime() - storyLife];
  return to > from ? { from: new Date(from), to: new Date(to) } : null;
}

/** The days that a reading after a long silence asked for again, when it is through; Instagram may still be late with the last ones. */
export function refilledDays(checkpoints: TaskCheckpoints, step: Step): { from: string; to: string } | null {
  const { insights } = checkpoints;
  if (!('from' in step) || isOpen(insights) || !insights?.floor || !insights.today) return null;
  if (daysBetween(insights.floor, insights.today) <= revisedDays + 2) return null;
  return { from: insights.floor, to: daysBefore(insights.today, revisedDays) };
}

/** Days in order as stretches without a hole. */
export function stretchesOf(days: readonly string[]): { from: string; to: string }[] {
  const stretches: { from: string; to: string }[] = [];
  for (const one of days) {
    const last = stretches.at(-1);
    if (last && daysAfter(last.to, 1) === one) last.to = one;
    else stretches.push({ from: one, to: one });
  }
  return stretches;
}

/** Windows whose unique counts are kept: the last complete one of each length and the one before it. */
export function windowsEnding(yesterday: string): { endDay: string; days: number }[] {
  return [7, 14, 28, 30].flatMap((days) => [
    { endDay: yesterday, days },
    { endDay: daysBefore(yesterday, days), days },
  ]);
}

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

const syncParts = ['days', 'demographics', 'media', 'older_media', 'stories'] as const satisfies readonly SyncPart[];

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

const refusalDays = 30;

/** Refused metrics are kept as `group:metric@day`, and asked for again after 30 days: Instagram changes its mind. */
export function standingRefusals(kept: readonly string[], today: string): string[] {
  return kept.flatMap((entry) => {
    const [metric = '', since = today] = entry.split('@');
    return daysBetween(since, today) <= refusalDays ? [metric] : [];
  });
}

export function keepRefusals(kept: readonly string[], refused: readonly string[], today: string): string[] {
  const since = new Map(kept.map((entry) => [entry.split('@')[0] ?? '', entry.split('@')[1] ?? today]));
  return refused.map((metric) => `${metric}@${since.get(metric) ?? today}`);
}

function daysBefore(from: string, count: number): string {
  return new Date(Date.parse(`${from}T00:00:00Z`) - count * day).toISOString().slice(0, 10);
}

function daysAfter(from: string, count: number): string {
  return daysBefore(from, -count);
}

function later(one: string, other: string): string {
  return one > other ? one : other;
}

function earlier(one: string, other: string): string {
  return one < other ? one : other;
}
