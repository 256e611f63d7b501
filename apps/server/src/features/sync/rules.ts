import { daysBetween, initializationTasks, type InitializationTask } from '@tidemark/contract';
import type { TaskCheckpoint, TaskCheckpoints } from '../../database/tables/sync.ts';

/** What to read next. Days are Instagram's own. */
export type Step =
  | { task: 'account_details' | 'follower_demographics' | 'audience_demographics' | 'stories' }
  | { task: 'media_history'; after: string | null }
  | { task: 'insights'; from: string; to: string };

const windowDays = 30;
const keptDays = 730;
const revisedDays = 3;
const recentMediaDays = 30;

/** Where a first sync starts: every task, and insights back to where Instagram keeps them. */
export function startInitialization(today: string): TaskCheckpoints {
  const checkpoints: TaskCheckpoints = {};
  for (const task of initializationTasks) checkpoints[task] = { status: 'pending', done: null, total: null };
  checkpoints.insights = {
    status: 'pending',
    done: 0,
    total: keptDays,
    next: today,
    floor: daysBefore(today, keptDays - 1),
  };
  return checkpoints;
}

/**
 * What a later sync reads: the days since the last one and the three before it (Instagram revises them), recent media,
 * live stories, and demographics once a day.
 */
export function startRefresh(today: string, lastSyncDay: string | null): TaskCheckpoints {
  const floor = daysBefore(lastSyncDay ?? today, revisedDays);
  const once: TaskCheckpoint = { status: 'pending', done: null, total: null };
  const daily = lastSyncDay === today ? {} : { follower_demographics: once, audience_demographics: once };
  return {
    account_details: once,
    ...daily,
    media_history: { ...once, stopBefore: daysBefore(today, recentMediaDays) },
    insights: { status: 'pending', done: 0, total: daysBetween(floor, today), next: today, floor },
    stories: once,
  };
}

/** The next step of the first task, in order, that is not finished; null when all are. */
export function nextStep(checkpoints: TaskCheckpoints): Step | null {
  const task = currentTask(checkpoints);
  if (!task) return null;
  const checkpoint = checkpoints[task];
  if (task === 'media_history') return { task, after: checkpoint?.after ?? null };
  if (task !== 'insights') return { task };
  const to = checkpoint?.next ?? '';
  const floor = checkpoint?.floor ?? to;
  const from = daysBefore(to, windowDays - 1);
  return { task, from: from < floor ? floor : from, to };
}

function currentTask(checkpoints: TaskCheckpoints): InitializationTask | null {
  return initializationTasks.find((task) => isOpen(checkpoints[task])) ?? null;
}

function isOpen(checkpoint: TaskCheckpoint | undefined): boolean {
  return checkpoint?.status === 'pending' || checkpoint?.status === 'in_progress';
}

/** Marks the task of a step as the one in progress. */
export function beginStep(checkpoints: TaskCheckpoints, { task }: Step): TaskCheckpoints {
  const checkpoint = checkpoints[task];
  return { ...checkpoints, [task]: { ...checkpoint, status: 'in_progress' } };
}

export type StepOutcome =
  | { task: 'account_details' | 'follower_demographics' | 'audience_demographics' | 'stories' }
  | { task: 'media_history'; read: number; after: string | null; total: number | null; oldestOfPage: string | null }
  | { task: 'insights'; from: string; to: string; found: number; oldestPost: string | null };

/** The checkpoints once a step's rows are stored. */
export function finishStep(checkpoints: TaskCheckpoints, outcome: StepOutcome): TaskCheckpoints {
  const before = checkpoints[outcome.task] ?? { status: 'pending', done: null, total: null };
  return { ...checkpoints, [outcome.task]: advance(before, outcome) };
}

function advance(before: TaskCheckpoint, outcome: StepOutcome): TaskCheckpoint {
  if (outcome.task === 'media_history') {
    const done = (before.done ?? 0) + outcome.read;
    const enough =
      before.stopBefore !== undefined && outcome.oldestOfPage !== null && outcome.oldestOfPage < before.stopBefore;
    if (outcome.after === null || enough) return { ...before, status: 'completed', done, total: done, after: null };
    // media_count may disagree with what paging yields: only the cursor decides the end.
    return { ...before, status: 'in_progress', done, total: Math.max(outcome.total ?? 0, done), after: outcome.after };
  }
  if (outcome.task === 'insights') {
    const done = (before.done ?? 0) + daysBetween(outcome.from, outcome.to);
    const reachedFloor = outcome.from <= (before.floor ?? outcome.from);
    // A silent month alone is no beginning: the account must also have had no post in it or before it.
    const beforeBeginning = outcome.found === 0 && (outcome.oldestPost === null || outcome.oldestPost > outcome.to);
    if (reachedFloor || beforeBeginning) return { ...before, status: 'completed', done, total: done };
    return { ...before, status: 'in_progress', done, next: daysBefore(outcome.from, 1) };
  }
  return { ...before, status: 'completed' };
}

/** Windows whose unique counts are kept: the last complete one of each length and the one before it. */
export function windowsEnding(yesterday: string): { endDay: string; days: number }[] {
  return [7, 14, 28, 30].flatMap((days) => [
    { endDay: yesterday, days },
    { endDay: daysBefore(yesterday, days), days },
  ]);
}

export type SyncOutcome = 'done' | 'transient' | 'permission' | 'failed';

/** When an account is due again, in seconds from now. Spread by account, so that nothing happens to all at once. */
export function secondsUntilNextSync(outcome: SyncOutcome, failures: number, spread: number): number {
  if (outcome === 'done') return 3600 * (0.9 + 0.2 * spread);
  if (outcome === 'permission') return 24 * 3600;
  if (outcome === 'failed') return 6 * 3600;
  return Math.min(300 * 2 ** Math.max(0, failures - 1), 6 * 3600);
}

/** A number from 0 to 1 that is always the same for the same account. */
export function spreadOf(accountId: string): number {
  let hash = 0;
  for (const character of accountId) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 9973;
  return hash / 9973;
}

function daysBefore(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - count * 86_400_000).toISOString().slice(0, 10);
}
