import { sql } from 'kysely';
import type { Database, Transaction } from '../../database/database.ts';

/** Time without a report after which a process counts as ended. */
const maxAgeMillis = 45_000;

export interface Progress {
  name: string;
  /** Rows in work, or 1 for a run by the clock. */
  running: number;
  /** The end of the last run in which nothing failed. */
  succeededAt: Date | null;
  failedAt: Date | null;
  /** The last failure's message. */
  error: string | null;
}

/** True if its last failure is newer than its last run without one. */
export function isFailing({ succeededAt, failedAt }: Pick<Progress, 'succeededAt' | 'failedAt'>): boolean {
  return failedAt !== null && (succeededAt === null || failedAt > succeededAt);
}

/** Stores what a process does, and forgets processes that ended. */
export async function storeReports(
  db: Database,
  processId: string,
  { all, now }: { all: Progress[]; now: Date },
): Promise<void> {
  if (all.length > 0)
    await db
      .insertInto('work_report')
      .values(
        all.map(({ name, running, succeededAt, failedAt, error }) => ({
          process_id: processId,
          name,
          running,
          succeeded_at: succeededAt,
          failed_at: failedAt,
          error,
          reported_at: now,
        })),
      )
      .onConflict((conflict) =>
        conflict.columns(['process_id', 'name']).doUpdateSet(({ ref }) => ({
          running: ref('excluded.running'),
          succeeded_at: ref('excluded.succeeded_at'),
          failed_at: ref('excluded.failed_at'),
          error: ref('excluded.error'),
          reported_at: ref('excluded.reported_at'),
        })),
      )
      .execute();
  await db
    .deleteFrom('work_report')
    .where('reported_at', '<', new Date(now.getTime() - maxAgeMillis))
    .execute();
}

export async function deleteReports(db: Database, processId: string): Promise<void> {
  await db.deleteFrom('work_report').where('process_id', '=', processId).execute();
}

/** Returns each work's progress in all processes together. */
export async function readProgress(db: Database, now: Date): Promise<Map<string, Progress>> {
  const { rows } = await sql<Progress>`select name, sum(running) as running, max(succeeded_at) as "succeededAt",
      max(failed_at) as "failedAt", (array_agg(error order by failed_at desc nulls last))[1] as error
    from work_report where reported_at >= ${new Date(now.getTime() - maxAgeMillis)} group by name`.execute(db);
  return new Map(rows.map((row) => [row.name, row]));
}

export async function listPaused(db: Database): Promise<Map<string, Date>> {
  const rows = await db.selectFrom('work_pause').selectAll().execute();
  return new Map(rows.map(({ name, paused_at: pausedAt }) => [name, pausedAt]));
}

/** Pauses work in all processes; within seconds they start no further run. */
export async function pauseWork(db: Database | Transaction, name: string, now: Date): Promise<void> {
  await db
    .insertInto('work_pause')
    .values({ name, paused_at: now })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
}

export async function resumeWork(db: Database | Transaction, name: string): Promise<void> {
  await db.deleteFrom('work_pause').where('name', '=', name).execute();
}
