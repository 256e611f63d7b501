import { sql } from 'kysely';
import type { Database } from '../../../database/database.ts';
import { selectAccountLogins } from '../../accounts/index.ts';

/** Seconds for which a synced or requested account counts as fresh. */
const freshSeconds = 60;

/**
 * Makes an account due now at a user's request and resumes a stalled first sync. Returns false if nothing is due: the
 * account is syncing, fresh, recently requested or rate-limited.
 */
export async function requestSync(db: Database, accountId: string, now: Date): Promise<boolean> {
  const freshSince = new Date(now.getTime() - freshSeconds * 1000);
  const row = await db
    .insertInto('sync_state')
    .values({ account_id: accountId, next_sync_at: now, sync_requested: true, requested_at: now })
    .onConflict((conflict) =>
      conflict
        .column('account_id')
        // Citus does not allow now() here; the column's default is.
        .doUpdateSet({
          next_sync_at: now,
          sync_requested: true,
          requested_at: now,
          updated_at: sql`excluded.updated_at`,
        })
        .where('sync_state.running', '=', false)
        .where(sql<boolean>`coalesce(sync_state.last_sync_at, '-infinity') <= ${freshSince}`)
        .where(sql<boolean>`coalesce(sync_state.requested_at, '-infinity') <= ${freshSince}`)
        .where(sql<boolean>`coalesce(sync_state.problem ->> 'code', '') <> 'rate_limited'`),
    )
    .returning('account_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Minutes for which an account counts as watched after it was viewed. */
const watchMinutes = 15;
const watchedSyncMinutes = 60;

// Citus allows only immutable functions here, and adding to a timestamptz depends on the session's time zone.
const watchedSyncAt = sql`(last_sync_at at time zone 'UTC'
  + throttle_factor::float8 * make_interval(mins => ${watchedSyncMinutes})) at time zone 'UTC'`;

/**
 * Marks accounts as watched: working ones become due an hour, times the throttle factor, after their last sync, or now.
 */
export async function watchAccounts(db: Database, accountIds: string[], now: Date): Promise<void> {
  if (accountIds.length === 0) return;
  await db
    .updateTable('sync_state')
    .set({
      watched_until: new Date(now.getTime() + watchMinutes * 60_000),
      next_sync_at: sql`case when initialized_at is not null and (problem is null or problem = 'null')
        then least(next_sync_at, greatest(${now}, ${watchedSyncAt}))
        else next_sync_at end`,
    })
    .where('account_id', 'in', accountIds)
    .execute();
}

/** Lists due accounts without an active lease, longest waiting first. */
export async function listDueAccounts(db: Database, now: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('sync_state')
    .select('account_id')
    .where('next_sync_at', '<=', now)
    .where(({ or, eb }) => or([eb('lease_until', 'is', null), eb('lease_until', '<', sql<Date>`now()`)]))
    .orderBy('next_sync_at')
    .limit(limit)
    .execute();
  return rows.map((row) => row.account_id);
}

const waitsForOwner = sql<boolean>`problem->>'code' in ('reconnect_required', 'permission_missing', 'account_unreachable', 'login_not_decryptable')`;
const waitingAtOnce = 5_000;

/** Makes accounts due that waited for a login which now works again. */
export async function wakeReconnected(db: Database, now: Date): Promise<void> {
  for (let after = '', size = waitingAtOnce; size === waitingAtOnce;) {
    const waiting = await db
      .selectFrom('sync_state')
      // Text, because a JavaScript date has only millisecond precision.
      .select(['account_id', sql<string>`updated_at::text`.as('since')])
      .where(waitsForOwner)
      .where('account_id', '>', after)
      .orderBy('account_id')
      .limit(waitingAtOnce)
      .execute();
    const reconnected = await listReconnected(db, waiting);
    if (reconnected.length > 0)
      await db
        .updateTable('sync_state')
        .set({ next_sync_at: now, sync_requested: true, failures: 0, updated_at: sql`now()` })
        .where(waitsForOwner)
        .where('account_id', 'in', reconnected)
        .execute();
    size = waiting.length;
    after = waiting.at(-1)?.account_id ?? after;
  }
}

/** Lists waiting accounts that have a linked user with a login newer than the wait. */
async function listReconnected(db: Database, waiting: { account_id: string; since: string }[]): Promise<string[]> {
  if (waiting.length === 0) return [];
  const { rows } = await sql<{ account_id: string }>`
    select distinct waiting.account_id
    from unnest(${sql.val(waiting.map((row) => row.account_id))}::text[], ${sql.val(waiting.map((row) => row.since))}::timestamptz[])
      as waiting (account_id, since)
    join (${selectAccountLogins(db)}) as login on login.account_id = waiting.account_id
    join account_ref on account_ref.user_id = login.user_id and account_ref.account_id = waiting.account_id
    where login.broken_at is null and login.connected_at > waiting.since`.execute(db);
  return rows.map((row) => row.account_id);
}

/** Makes a user's accounts due after their business login has changed. */
export async function wakeUserAccounts(db: Database, userId: string, now: Date): Promise<void> {
  const refs = await db.selectFrom('account_ref').select('account_id').where('user_id', '=', userId).execute();
  if (refs.length === 0) return;
  await db
    .updateTable('sync_state')
    .set({ next_sync_at: now })
    .where('running', '=', false)
    .where(
      'account_id',
      'in',
      refs.map((row) => row.account_id),
    )
    .execute();
}

/**
 * Makes accounts due whose network was disabled or enabled since their last turn, so that they are paused or go on.
 * Returns the number of accounts of disabled networks.
 */
export async function wakeSwitched(db: Database, disabled: readonly string[], now: Date): Promise<number> {
  const isDisabled = sql<boolean>`(type = any(${sql.val(disabled)}))`;
  const isPaused = sql<boolean>`(coalesce(problem ->> 'code', '') = 'network_disabled')`;
  await db
    .updateTable('sync_state')
    .from('account')
    .set({ next_sync_at: now, updated_at: sql`now()` })
    .whereRef('account.account_id', '=', 'sync_state.account_id')
    .where(sql<boolean>`${isDisabled} <> ${isPaused}`)
    .execute();
  const { count } = await db
    .selectFrom('account')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(isDisabled)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export interface CountedCalls {
  accountId: string;
  hour: Date;
  calls: number;
  requests: number;
}

export async function addApiCalls(db: Database, counted: CountedCalls[]): Promise<void> {
  if (counted.length === 0) return;
  // Fixed order, so that two processes cannot deadlock.
  const inOrder = counted.toSorted((one, other) => (one.accountId < other.accountId ? -1 : 1));
  await db
    .insertInto('api_call_hour')
    .values(inOrder.map(({ accountId, ...rest }) => ({ account_id: accountId, ...rest })))
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'hour']).doUpdateSet({
        calls: sql`api_call_hour.calls + excluded.calls`,
        requests: sql`api_call_hour.requests + excluded.requests`,
      }),
    )
    .execute();
}
