import type { InitializationTask, TaskState } from '@tidemark/contract';
import { initializationTasks } from '@tidemark/contract';
import { wholeNumber } from '#web/platform/format.ts';
import type { SyncState } from './sync-status.query.ts';

type Tasks = SyncState['tasks'];

const words: Record<InitializationTask, { doing: string; unit?: string }> = {
  account_details: { doing: 'Reading account details' },
  follower_demographics: { doing: 'Reading follower demographics' },
  audience_demographics: { doing: 'Reading audience demographics' },
  media_history: { doing: 'Reading posts' },
  insights: { doing: 'Reading insights', unit: ' days' },
  stories: { doing: 'Reading stories' },
};

/** The first task in progress; those of a first sync come before the others while it is active. */
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

/** 'Reading posts, 150 of 412'; a sync between two tasks is only 'Syncing'. */
export function taskInWords(task: ReturnType<typeof currentTask>): string {
  if (!task) return 'Syncing';
  const { doing, unit = '' } = words[task.name];
  const { done, total } = task.state;
  return done !== null && total ? `${doing}, ${wholeNumber(done)} of ${wholeNumber(total)}${unit}` : doing;
}

/** How far a first sync is, from 0 to 1: each task counts the same, the one in progress by its units. */
export function firstSyncProgress({ initialization }: Pick<SyncState, 'initialization'>): number {
  const shares = initializationTasks.map((name) => shareDone(initialization.tasks[name]));
  return shares.reduce((sum, share) => sum + share, 0) / initializationTasks.length;
}

function shareDone(task: TaskState | undefined): number {
  if (!task || task.status === 'pending') return 0;
  if (task.status !== 'in_progress') return 1;
  return task.done !== null && task.total ? Math.min(task.done / task.total, 1) : 0;
}
