import { type InitializationTask, initializationTasks, type TaskState } from '@tidemark/contract';
import { wholeNumber } from '#web/platform/format.ts';
import type { SyncState } from './sync-status.query.ts';

type Tasks = SyncState['tasks'];

const words: Record<InitializationTask, { doing: string; unit?: string }> = {
  account_details: { doing: 'Syncing account details' },
  follower_demographics: { doing: 'Syncing follower demographics' },
  audience_demographics: { doing: 'Syncing audience demographics' },
  media_history: { doing: 'Syncing posts' },
  insights: { doing: 'Syncing insights', unit: ' days' },
  stories: { doing: 'Syncing stories' },
};

/** Returns the first task in progress; during a first sync, its tasks take precedence. */
export function currentTask({ initialization, tasks }: Pick<SyncState, 'initialization' | 'tasks'>) {
  return (initialization.active ? inProgress(initialization.tasks) : undefined) ?? inProgress(tasks);
}

function inProgress(tasks: Tasks): { name: InitializationTask; state: TaskState } | undefined {
  for (const name of initializationTasks) {
    const state = tasks[name];
    if (state?.status === 'in_progress') return { name, state };
  }
  return undefined;
}

/** Formats 'Syncing posts, 150 of 412'; between two tasks just 'Syncing'. */
export function describeTask(task: ReturnType<typeof currentTask>): string {
  if (!task) return 'Syncing';
  const { doing, unit = '' } = words[task.name];
  const { done, total } = task.state;
  return done !== null && total ? `${doing}, ${wholeNumber(done)} of ${wholeNumber(total)}${unit}` : doing;
}

/** Returns a first sync's progress from 0 to 1: each task counts the same, the current one by its units. */
export function firstSyncProgress({ initialization }: Pick<SyncState, 'initialization'>): number {
  const shares = initializationTasks.map((name) => shareDone(initialization.tasks[name]));
  return shares.reduce((sum, share) => sum + share, 0) / initializationTasks.length;
}

function shareDone(task: TaskState | undefined): number {
  if (!task || task.status === 'pending') return 0;
  if (task.status !== 'in_progress') return 1;
  return task.done !== null && task.total ? Math.min(task.done / task.total, 1) : 0;
}
