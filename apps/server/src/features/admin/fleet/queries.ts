import { sql } from 'kysely';
import type { Database } from '../../../database/database.ts';
import { countedSince } from '../accounts/rules.ts';

export async function countSyncs(db: Database, now: Date) {
  const { rows } = await sql<{
    accounts: number;
    running: number;
    due: number;
    firstSyncs: number;
    throttled: number;
  }>`select count(*) as accounts,
      count(*) filter (where running) as running,
      count(*) filter (where next_sync_at <= ${now} and not running) as due,
      count(*) filter (where initialized_at is null and (fencing_token > 0 or next_sync_at is not null)) as "firstSyncs",
      count(*) filter (where throttle_factor > 1) as throttled
    from sync_state`.execute(db);
  return rows[0] ?? { accounts: 0, running: 0, due: 0, firstSyncs: 0, throttled: 0 };
}

/** Counts delayed accounts by reason. */
export async function countProblems(db: Database) {
  const { rows } = await sql<{ code: string; accounts: number; usernames: string[] }>`
    select problem->>'code' as code, count(*) as accounts, (array_agg(username order by username))[1:5] as usernames
    from sync_state join account using (account_id)
    where problem is not null and problem <> 'null' group by 1 order by 2 desc, 1`.execute(db);
  return rows;
}

export async function readGraphUse(db: Database, now: Date) {
  const since = countedSince(now);
  const [hours, pauses] = await Promise.all([
    db
      .selectFrom('api_call_hour')
      .select('hour')
      .select(({ fn }) => [fn.sum<number>('calls').as('calls'), fn.sum<number>('requests').as('requests')])
      .where('hour', '>=', since.day)
      .groupBy('hour')
      .orderBy('hour')
      .execute(),
    db
      .selectFrom('graph_pause')
      .select(['scope', 'until', 'reason'])
      .where('until', '>', now)
      // Remembered refusals don't pause anything.
      .where('scope', 'not like', 'long-total:%')
      .orderBy('until', 'desc')
      .limit(20)
      .execute(),
  ]);
  const byHour = new Map(hours.map(({ hour, calls }) => [hour.getTime(), calls]));
  return {
    callsThisHour: byHour.get(since.hour.getTime()) ?? 0,
    callsLastDay: hours.reduce((sum, { calls }) => sum + calls, 0),
    requestsLastDay: hours.reduce((sum, { requests }) => sum + requests, 0),
    hours: Array.from({ length: 24 }, (_, index) => {
      const hour = new Date(since.day.getTime() + index * 3_600_000);
      return { hour: hour.toISOString(), calls: byHour.get(hour.getTime()) ?? 0 };
    }),
    pauses: pauses.map(({ scope, until, reason }) => ({ scope, until: until.toISOString(), reason })),
  };
}

const maxShown = 6;

export async function readDatabase(db: Database) {
  const [about, tables] = await Promise.all([
    sql<{ bytes: number; version: string; connections: number }>`
      select pg_database_size(current_database()) as bytes, current_setting('server_version') as version,
        (select count(*) from pg_stat_activity where datname = current_database()) as connections`.execute(db),
    sql<{ name: string; bytes: number }>`
      select relname as name, pg_total_relation_size(oid) as bytes from pg_class
      where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace
      order by 2 desc limit ${maxShown}`.execute(db),
  ]);
  const [found] = about.rows;
  return {
    bytes: found?.bytes ?? 0,
    version: found?.version ?? '',
    connections: found?.connections ?? 0,
    tables: tables.rows,
  };
}

export async function countMigrations(db: Database): Promise<number> {
  const { rows } = await sql<{ applied: number }>`select count(*) as applied from migration`.execute(db);
  return rows[0]?.applied ?? 0;
}
