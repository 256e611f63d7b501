import type { Database } from '../../database/database.ts';
import { listPaused, readProgress } from './queries.ts';
import type { BacklogCounts, Work } from './work.ts';

/** What operators need to know of declared work. */
export type DescribedWork = Pick<Work<never>, 'name' | 'label' | 'remedy' | 'backlog'>;

export interface WorkState {
  name: string;
  label: string;
  remedy: string;
  pausedAt: Date | null;
  /** False: no process does it, or this installation has no use for it. */
  isStarted: boolean;
  running: number;
  /** Null: it has no rows that wait. */
  backlog: BacklogCounts | null;
  succeededAt: Date | null;
  failedAt: Date | null;
  /** The last failure's message. */
  error: string | null;
}

/** Returns the state of all background work, in all processes together. */
export async function readWork(db: Database, works: readonly DescribedWork[], now: Date): Promise<WorkState[]> {
  const [paused, progress, backlogs] = await Promise.all([
    listPaused(db),
    readProgress(db, now),
    Promise.all(works.map(async ({ backlog }) => (await backlog?.count(db, now)) ?? null)),
  ]);
  return works.map(({ name, label, remedy }, index) => {
    const { running = 0, succeededAt = null, failedAt = null, error = null } = progress.get(name) ?? {};
    return {
      name,
      label,
      remedy,
      pausedAt: paused.get(name) ?? null,
      isStarted: progress.has(name),
      running,
      backlog: backlogs[index] ?? null,
      succeededAt,
      failedAt,
      error,
    };
  });
}
