import { toUtcDay } from '@tidemark/contract';
import { sql } from 'kysely';
import type { Database } from '../database.ts';

const job = 'backup';

/** Records a successful backup, for monitoring. */
export async function recordBackup(db: Database, { startedAt, finishedAt }: { startedAt: Date; finishedAt: Date }) {
  const day = toUtcDay(finishedAt);
  await sql`insert into nightly_run (job, day, started_at, finished_at) values (${job}, ${day}, ${startedAt}, ${finishedAt})
    on conflict (job, day) do update set started_at = excluded.started_at, finished_at = excluded.finished_at`.execute(
    db,
  );
}

/** Returns null when none was made in the last month. */
export async function findLastBackup(db: Database): Promise<Date | null> {
  const last = await db
    .selectFrom('nightly_run')
    .select(({ fn }) => fn.max('finished_at').as('at'))
    .where('job', '=', job)
    .executeTakeFirst();
  return last?.at ?? null;
}
