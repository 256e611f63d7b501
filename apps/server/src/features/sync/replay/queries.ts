import { type RawBuilder, sql } from 'kysely';
import type { Database, Transaction } from '../../../database/database.ts';
import { listReplayedTables, type ReplayedTable, type ReplayStart } from './replayed-tables.ts';

/** Everything that steps write. */
const shadowed = [...listReplayedTables().map(([name]) => name), 'account', 'sync_gap', 'sync_state'];

/** Lists accounts that are being synced, or the named account in any state. */
export function listSyncedAccounts(db: Database, accountId: string | null) {
  return db
    .selectFrom('account')
    .leftJoin('sync_state', 'sync_state.account_id', 'account.account_id')
    .select([
      'account.account_id',
      'type',
      'username',
      'initialized_at',
      'part_synced_at',
      'refused_metrics',
      'series_shift',
    ])
    .$if(accountId === null, (query) => query.where('activated_at', 'is not', null).where('orphaned_at', 'is', null))
    .$if(accountId !== null, (query) => query.where('account.account_id', '=', accountId))
    .orderBy('account.account_id')
    .execute();
}

/**
 * Creates an empty temporary table for each table that steps write. Until the transaction ends, its statements use
 * these instead of the real ones, which are reached as `public.…`.
 */
export async function shadowTables(transaction: Transaction): Promise<void> {
  for (const name of shadowed)
    await sql`create temporary table ${sql.ref(name)} (like ${sql.table(`public.${name}`)} including all) on commit drop`.execute(
      transaction,
    );
}

/** Records that an account equals its answers, and when to compare it again. */
export async function recordEqual(db: Database, accountId: string, next: Date): Promise<void> {
  await db
    .updateTable('sync_state')
    .set({ replay_at: next, replay_attempts: 0, replay_failure: null })
    .where('account_id', '=', accountId)
    .execute();
}

/** Makes the rest of the transaction use the real tables again. */
export async function dropShadows(transaction: Transaction): Promise<void> {
  await sql`drop table ${sql.join(shadowed.map((name) => sql.table(`pg_temp.${name}`)))}`.execute(transaction);
}

/** Fills the temporary tables with the rows that were there before the replay's first day. */
export async function seedTables(
  transaction: Transaction,
  accountId: string,
  start: ReplayStart | null,
): Promise<void> {
  await sql`truncate ${sql.join(shadowed.map((name) => sql.table(`pg_temp.${name}`)))}`.execute(transaction);
  if (!start) return;
  for (const [name, { isEarlier }] of listReplayedTables())
    await sql`insert into ${sql.table(`pg_temp.${name}`)}
      select stored.* from ${sql.table(`public.${name}`)} as stored
      where stored.account_id = ${accountId} and ${isEarlier(start)}`.execute(transaction);
  for (const [, { rewind }] of listReplayedTables()) await rewind?.(start).execute(transaction);
}

export interface RowDifference {
  key: Record<string, unknown>;
  /** Null for a row that is only in the other. */
  stored: Record<string, unknown> | null;
  replayed: Record<string, unknown> | null;
}

/** Lists the rows that differ, without the columns that answers leave out. */
export async function listRowDifferences(
  transaction: Transaction,
  accountId: string,
  { name, table, start }: { name: string; table: ReplayedTable; start: ReplayStart },
): Promise<RowDifference[]> {
  const key = sql.join(table.key.map((column) => sql.ref(column)));
  const [stored, replayed] = [toCompared('stored', table), toCompared('replayed', table)];
  const { rows } = await sql<RowDifference>`
    select jsonb_build_object(${sql.join(table.key.flatMap((column) => [sql.lit(column), sql.ref(column)]))}) as key,
      ${stored} as stored, ${replayed} as replayed
    from (select * from ${sql.table(`public.${name}`)} where account_id = ${accountId}) as stored
      full join (select * from ${sql.table(`pg_temp.${name}`)}) as replayed using (account_id, ${key})
    where ${stored} is distinct from ${replayed}
      and (stored.account_id is null or not coalesce(${table.isOlder(start)}, false))
      and not (stored.account_id is null and ${table.isDeleted ?? sql`false`})
    order by ${key}`.execute(transaction);
  return rows;
}

function toCompared(side: 'stored' | 'replayed', { omitted, omittedForOthers }: ReplayedTable): RawBuilder<unknown> {
  const [row, account] = [sql.ref(side), sql.ref(`${side}.account_id`)];
  const all = sql`to_jsonb(${row}) - ${[...omitted]}::text[]`;
  if (!omittedForOthers) return sql`case when ${account} is not null then ${all} end`;
  return sql`case when ${account} is not null then
    ${all} - case when replayed.is_collaboration then ${[...omittedForOthers]}::text[] else '{}' end end`;
}

/** Counts rows that are compared, and those whose last answer is older than the replay. */
export async function countRows(
  transaction: Transaction,
  accountId: string,
  { name, table, start }: { name: string; table: ReplayedTable; start: ReplayStart },
): Promise<{ compared: number; older: number }> {
  const isOlder = sql`coalesce(${table.isOlder(start)}, false)`;
  const { rows } = await sql<{ compared: number; older: number }>`
    select count(*) filter (where not ${isOlder}) as compared, count(*) filter (where ${isOlder}) as older
    from ${sql.table(`public.${name}`)} as stored where account_id = ${accountId}`.execute(transaction);
  return rows[0] ?? { compared: 0, older: 0 };
}

/**
 * Returns when the account's oldest row was fetched, when the newest one was whose answers are not stored, and when its
 * series was moved to other days.
 */
export async function findInstants(
  db: Database | Transaction,
  accountId: string,
  since: Date,
): Promise<{ oldest: Date | null; unanswered: Date | null; moved: Date | null }> {
  const { rows } = await sql<{ oldest: Date | null; unanswered: Date | null; moved: Date | null }>`
    with fetched as (
      select fetched_at as at, fetched_at as first_at from account_day where account_id = ${accountId} and window_rule <> 1
      union all
      select fetched_at, fetched_at from account_window where account_id = ${accountId} and window_rule <> 1
      union all
      select fetched_at, fetched_at from online_followers where account_id = ${accountId}
      union all
      select observed_at, first_observed_at from media where account_id = ${accountId}
      union all
      select measured_at, null from media_measurement where account_id = ${accountId})
    select min(first_at) as oldest,
      max(at) filter (where at >= ${since} and not exists (
        select from sync_answer where sync_answer.account_id = ${accountId} and sync_answer.fetched_at = at)) as unanswered,
      (select series_moved_at from sync_state where account_id = ${accountId}) as moved
    from fetched`.execute(db);
  return rows[0] ?? { oldest: null, unanswered: null, moved: null };
}
