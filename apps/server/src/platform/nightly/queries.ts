import { sql } from 'kysely';
import type { Database } from '../../database/database.ts';

const job = 'retention';
const giveUpHours = 2;

/**
 * Returns true in the one process that runs tonight's job; a run that never finished can be claimed after two hours.
 */
export async function claimRun(db: Database, day: string, now: Date): Promise<boolean> {
  const late = new Date(now.getTime() - giveUpHours * 3_600_000);
  const { rows } = await sql`insert into nightly_run (job, day, started_at) values (${job}, ${day}, ${now})
    on conflict (job, day) do update set started_at = excluded.started_at
      where nightly_run.finished_at is null and nightly_run.started_at < ${late}
    returning day`.execute(db);
  return rows.length > 0;
}

/** Marks the run as finished and deletes old ones. */
export async function finishRun(db: Database, day: string, now: Date): Promise<void> {
  await db.updateTable('nightly_run').set({ finished_at: now }).where('job', '=', job).where('day', '=', day).execute();
  await db
    .deleteFrom('nightly_run')
    .where('day', '<', sql<string>`${day}::date - 30`)
    .execute();
}
