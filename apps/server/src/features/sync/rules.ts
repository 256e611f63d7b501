import { daysBetween, initializationTasks, type InitializationTask } from '@tidemark/contract';
import type { ReadTimes, SyncPart, TaskCheckpoint, TaskCheckpoints } from '../../database/tables/sync.ts';
import { syncParts } from './rhythm-rules.ts';

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
export const revisedDays = 3;
const recentMediaDays = 30;
const daysInOneBatch = 7;

const pending: TaskCheckpoint = { status: 'pending', done: null, total: null };

/** Where a first sync starts: every task, and insights back to where Instagram keeps them. */
export function startInitialization(today: string): TaskCheckpoints {
  const checkpoints: TaskCheckpoints = {};
  for (const task of initializationTasks) checkpoints[task] = pending;
  checkpoints.insights = newestWindow(today);
  return checkpoints;
}

function newestWindow(today: string): TaskCheckpoint {
  return { ...pending, done: 0, total: keptDays, next: today, floor: daysBefore(today, keptDays - 1) };
}

/**
 * A first sync goes on where it stood. One that has read no window yet begins with today's, however long it stood still:
 * followers are reckoned back from now, and the windows before go on from there.
 */
export function resumeInitialization(checkpoints: TaskCheckpoints, today: string): TaskCheckpoints {
  const { insights } = checkpoints;
  return isOpen(insights) && !insights?.done ? { ...checkpoints, insights: newestWindow(today) } : checkpoints;
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

/**
 * Windows whose unique counts are read: of each length the last complete one, the one before it, and, because Instagram
 * revises its days, the one that ended three days earlier.
 */
export function windowsEnding(yesterday: string): { endDay: string; days: number }[] {
  return [7, 14, 28, 30].flatMap((days) => [
    { endDay: yesterday, days },
    { endDay: daysBefore(yesterday, days), days },
    { endDay: daysBefore(yesterday, revisedDays), days },
  ]);
}

export function daysBefore(from: string, count: number): string {
  return new Date(Date.parse(`${from}T00:00:00Z`) - count * 86_400_000).toISOString().slice(0, 10);
}

export function daysAfter(from: string, count: number): string {
  return daysBefore(from, -count);
}

function later(one: string, other: string): string {
  return one > other ? one : other;
}

function earlier(one: string, other: string): string {
  return one < other ? one : other;
}
