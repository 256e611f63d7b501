import { dayMillis, addDays, countDays, initializationTasks, type InitializationTask } from '@tidemark/contract';
import type { PartSyncTimes, SyncPart, TaskCheckpoint, TaskCheckpoints } from '../../../../database/tables/sync.ts';
import { syncParts } from '../schedule/schedule-rules.ts';

/** The next part to fetch. Days are Instagram's own. */
export type Step =
  | { task: 'account_details' | 'follower_demographics' | 'audience_demographics' | 'stories' | 'type_metrics' }
  /** `read` is the number of posts on previous pages. */
  | { task: 'media_history'; after: string | null; withoutInsights: boolean; read: number }
  | { task: 'insights'; from: string; to: string }
  /** The profile, the newest days and anything else due, in one batch. */
  | { task: 'batch'; from: string; to: string; stories: boolean; demographics: boolean };

const windowDays = 30;
const retentionDays = 730;
export const revisedDays = 3;
const recentMediaDays = 30;
const daysInOneBatch = 7;

const pending: TaskCheckpoint = { status: 'pending', done: null, total: null };

/** Returns the initial checkpoints: every task, with insights as far back as Instagram retains them. */
export function startInitialization(today: string): TaskCheckpoints {
  const checkpoints: TaskCheckpoints = {};
  for (const task of initializationTasks) checkpoints[task] = pending;
  checkpoints.insights = newestWindow(today);
  return checkpoints;
}

function newestWindow(today: string): TaskCheckpoint {
  return { ...pending, done: 0, total: retentionDays, next: today, floor: oldestDay(today) };
}

/**
 * Resumes a first sync at its checkpoint. If it has not fetched any window yet, it starts with today's, however long it
 * was stalled: followers are derived backwards from now, and earlier windows continue from there. Its oldest day moves
 * with the last two years, beyond which Instagram refuses a range.
 */
export function resumeInitialization(checkpoints: TaskCheckpoints, today: string): TaskCheckpoints {
  const { insights } = checkpoints;
  if (!insights || !isOpen(insights)) return checkpoints;
  if (!insights.done) return { ...checkpoints, insights: newestWindow(today) };
  const { done, next = today } = insights;
  const floor = later(insights.floor ?? today, oldestDay(today));
  const left = next < floor ? 0 : countDays(floor, next);
  const moved = { ...insights, floor, total: done + left };
  return { ...checkpoints, insights: left === 0 ? { ...moved, status: 'completed' } : moved };
}

/** Returns the oldest day for which Instagram accepts a request. */
export function oldestDay(today: string): string {
  return addDays(today, 1 - retentionDays);
}

/**
 * Returns checkpoints for the parts that are due in a later sync. Days: from the last complete day on and the three
 * before it, which Instagram revises, unless `revisedToday`. Media: the last 30 days and any missed media; everything
 * when older media are due.
 */
export function startRefresh({
  today,
  due,
  lastCompleteDay,
  unfinishedFloor,
  outdatedFloor,
  lastMediaDay,
  revisedToday,
}: {
  today: string;
  due: ReadonlySet<SyncPart>;
  lastCompleteDay: string | null;
  /** Earliest day that an interrupted sync on an earlier day had to reach. */
  unfinishedFloor: string | null;
  /** Oldest day that was fetched with an old window rule and that Instagram still provides. */
  outdatedFloor: string | null;
  lastMediaDay: string | null;
  revisedToday: boolean;
}): TaskCheckpoints {
  const checkpoints: TaskCheckpoints = {};
  if (due.has('days')) {
    const missing = lastCompleteDay === null ? today : addDays(lastCompleteDay, 1);
    const oldest = addDays(missing < today ? missing : today, revisedToday && missing === today ? 0 : -revisedDays);
    const reached = earlier(unfinishedFloor ?? oldest, outdatedFloor ?? oldest);
    const floor = later(earlier(oldest, reached), oldestDay(today));
    checkpoints.account_details = {
      ...pending,
      batch: { stories: due.has('stories'), demographics: due.has('demographics') },
    };
    checkpoints.insights = { ...pending, done: 0, total: countDays(floor, today), today, next: today, floor };
    if (due.has('demographics')) checkpoints.follower_demographics = checkpoints.audience_demographics = { ...pending };
  }
  if (due.has('media') || due.has('older_media')) {
    const stopBefore = addDays(earlier(lastMediaDay ?? today, today), -recentMediaDays);
    checkpoints.media_history = {
      ...pending,
      typeMetrics: 'pending',
      ...(due.has('older_media') ? {} : { stopBefore }),
    };
  }
  if (due.has('stories')) checkpoints.stories = { ...pending };
  return checkpoints;
}

/** Returns the next step in the first unfinished task, in order; null when all are finished. */
export function nextStep(checkpoints: TaskCheckpoints): Step | null {
  const task = initializationTasks.find((candidate) => isOpen(checkpoints[candidate]));
  if (!task) return null;
  const checkpoint = checkpoints[task];
  if (task === 'media_history') {
    if (checkpoint?.typeMetrics === 'next') return { task: 'type_metrics' };
    const { after = null, withoutInsights = false, done } = checkpoint ?? pending;
    return { task, after, withoutInsights, read: done ?? 0 };
  }
  if (task === 'account_details' && checkpoint?.batch) {
    return { task: 'batch', ...nextWindow(checkpoints.insights, daysInOneBatch), ...checkpoint.batch };
  }
  if (task === 'insights') return { task, ...nextWindow(checkpoint, windowDays) };
  return { task };
}

function nextWindow(checkpoint: TaskCheckpoint | undefined, longest: number): { from: string; to: string } {
  const to = checkpoint?.next ?? '';
  return { from: later(addDays(to, 1 - longest), checkpoint?.floor ?? to), to };
}

export function isOpen(checkpoint: TaskCheckpoint | undefined): boolean {
  return checkpoint?.status === 'pending' || checkpoint?.status === 'in_progress';
}

/** Lists the tasks that a step works on. */
export function listTasks(step: Step): InitializationTask[] {
  if (step.task === 'type_metrics') return ['media_history'];
  if (step.task !== 'batch') return [step.task];
  return [
    'account_details',
    ...(step.demographics ? (['follower_demographics', 'audience_demographics'] as const) : []),
    'insights',
    ...(step.stories ? (['stories'] as const) : []),
  ];
}

/** Marks a step's tasks as in progress; with `at`, records when a media list was started. */
export function beginStep(checkpoints: TaskCheckpoints, step: Step, at: Date | null = null): TaskCheckpoints {
  const begun = { ...checkpoints };
  for (const task of listTasks(step)) begun[task] = { ...(checkpoints[task] ?? pending), status: 'in_progress' };
  if (at && begun.media_history && step.task === 'media_history' && step.after === null)
    begun.media_history = { ...begun.media_history, listedAt: at.toISOString() };
  return begun;
}

export type StepOutcome =
  | { task: 'account_details' | 'follower_demographics' | 'audience_demographics' | 'stories' | 'type_metrics' }
  | {
      task: 'media_history';
      read: number;
      after: string | null;
      total: number | null;
      oldestOfPage: string | null;
      /** True if posts from before the business account have separate lists. */
      hasOlderWithoutInsights: boolean;
    }
  | { task: 'insights' | 'batch'; from: string; to: string; found: number; oldestPost: string | null };

/** Returns the checkpoints after a step's rows are stored. */
export function finishStep(checkpoints: TaskCheckpoints, step: Step, outcome: StepOutcome): TaskCheckpoints {
  const finished = { ...checkpoints };
  for (const task of listTasks(step)) {
    const before = checkpoints[task] ?? pending;
    if (outcome.task === 'media_history') finished[task] = advanceMedia(before, outcome);
    else if (task === 'insights' && 'from' in outcome) finished[task] = advanceDays(before, outcome);
    else if (outcome.task === 'type_metrics')
      finished[task] = { ...before, status: 'completed', typeMetrics: 'pending' };
    else finished[task] = { ...before, status: 'completed' };
  }
  return finished;
}

function advanceMedia(before: TaskCheckpoint, outcome: StepOutcome & { task: 'media_history' }): TaskCheckpoint {
  const done = (before.done ?? 0) + outcome.read;
  const enough =
    before.stopBefore !== undefined && outcome.oldestOfPage !== null && outcome.oldestOfPage < before.stopBefore;
  // media_count may disagree with paging: only the cursor determines the end.
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
  return before.typeMetrics === undefined
    ? { ...listed, status: 'completed' }
    : { ...listed, status: 'in_progress', typeMetrics: 'next' };
}

function advanceDays(before: TaskCheckpoint, outcome: StepOutcome & { task: 'insights' | 'batch' }): TaskCheckpoint {
  const done = (before.done ?? 0) + countDays(outcome.from, outcome.to);
  const reachedFloor = outcome.from <= (before.floor ?? outcome.from);
  // A month without data is the beginning only if no post was published in it or earlier.
  const beforeBeginning = outcome.found === 0 && (outcome.oldestPost === null || outcome.oldestPost > outcome.to);
  if (reachedFloor || beforeBeginning) return { ...before, status: 'completed', done, total: done };
  return { ...before, status: 'in_progress', done, next: addDays(outcome.from, -1) };
}

/**
 * Lists four-week windows that end on every fourth day. As 4 and 7 have no common divisor, every long range has windows
 * ending on its weeks, whatever its last weekday, that cover it without gaps and bound its unique people. Instagram
 * refuses those that begin before its oldest day.
 */
export function fourWeekWindows(from: string, to: string, oldest: string): Window[] {
  const windows: Window[] = [];
  for (let endDay = later(from, addDays(oldest, 27)); endDay <= to; endDay = addDays(endDay, 1))
    if ((Date.parse(endDay) / dayMillis) % 4 === 0) windows.push({ endDay, days: 28 });
  return windows;
}

export function fetchesStories(step: Step): boolean {
  return step.task === 'stories' || (step.task === 'batch' && step.stories);
}

/**
 * Updates when each part was last synced, after a step. A completed first sync has fetched everything, posts as of
 * their list's start.
 */
export function updatePartSyncTimes(
  before: PartSyncTimes,
  {
    checkpoints,
    step,
    at,
    isFirst,
    isFinished,
  }: { checkpoints: TaskCheckpoints; step: Step; at: Date; isFirst: boolean; isFinished: boolean },
): PartSyncTimes {
  const instant = at.toISOString();
  if (isFirst) {
    if (!isFinished) return before;
    const listedAt = checkpoints.media_history?.listedAt ?? instant;
    return { ...Object.fromEntries(syncParts.map((part) => [part, instant])), media: listedAt, older_media: listedAt };
  }
  const times: PartSyncTimes = { ...before };
  if (step.task === 'batch') times.days = instant;
  if (step.task === 'batch' && step.demographics) times.demographics = instant;
  if (fetchesStories(step)) times.stories = instant;
  const media = checkpoints.media_history;
  if ((step.task === 'type_metrics' || step.task === 'media_history') && !isOpen(media)) {
    times.media = instant;
    if (media?.stopBefore === undefined) times.older_media = instant;
  }
  return times;
}

interface Window {
  endDay: string;
  days: number;
}

/**
 * Lists windows for which unique people are fetched, for each length: the last complete window, the window that ended
 * three days earlier, because Instagram revises its days, and the one before unless it is stored and final.
 */
export function windowsEnding(
  yesterday: string,
  isFinal: (window: Window) => boolean,
  lengths: readonly number[] = [7, 14, 28, 30],
): Window[] {
  return lengths.flatMap((days) => [
    { endDay: yesterday, days },
    { endDay: addDays(yesterday, -revisedDays), days },
    ...[{ endDay: addDays(yesterday, -days), days }].filter((window) => !isFinal(window)),
  ]);
}

function later(one: string, other: string): string {
  return one > other ? one : other;
}

function earlier(one: string, other: string): string {
  return one < other ? one : other;
}
