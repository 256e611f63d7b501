import type { AccountDocument, SyncStatus } from '@tidemark/contract';
import { sql } from 'kysely';
import type { Database, Transaction } from '../../database/database.ts';
import type { PartSyncTimes, TaskCheckpoint, TaskCheckpoints } from '../../database/tables/sync.ts';
import { storyLife, type LiveStory } from './schedule/schedule-rules.ts';
import { windowRule } from './rules.ts';

export interface Lease {
  accountId: string;
  fencingToken: number;
}

const leaseSeconds = 30;

/** Acquires the account's lease. Increments the fencing token, so that a stale worker cannot write. */
export async function takeLease(db: Database, accountId: string, lockOwner: string) {
  return db
    .updateTable('sync_state')
    .set({
      lease_owner: lockOwner,
      lease_until: sql`now() + make_interval(secs => ${leaseSeconds})`,
      fencing_token: sql`fencing_token + 1`,
      running: true,
      updated_at: sql`now()`,
    })
    .where('account_id', '=', accountId)
    .where(({ or, eb }) => or([eb('lease_until', 'is', null), eb('lease_until', '<', sql<Date>`now()`)]))
    .returningAll()
    .executeTakeFirst();
}

export type SyncState = NonNullable<Awaited<ReturnType<typeof takeLease>>>;

export class LeaseLostError extends Error {}

const documentState = [
  'updated_at',
  'fencing_token',
  'initialized_at',
  'initialization',
  'tasks',
  'running',
  'last_sync_at',
  'next_sync_at',
  'problem',
] as const;
type DocumentState = Pick<SyncState, (typeof documentState)[number]>;

type StateChange = Partial<{
  initialization: TaskCheckpoints;
  tasks: TaskCheckpoints;
  refused: string[];
  initializedAt: Date;
  syncedAt: PartSyncTimes;
}>;

/**
 * Writes the checkpoint with its rows. Throws `LeaseLostError`, which rolls back the rows, if another worker has the
 * lease.
 */
export async function saveCheckpoint(
  transaction: Database | Transaction,
  { accountId, fencingToken }: Lease,
  change: StateChange,
): Promise<DocumentState> {
  const state = await transaction
    .updateTable('sync_state')
    .set({
      ...(change.initialization ? { initialization: JSON.stringify(change.initialization) } : {}),
      ...(change.tasks ? { tasks: JSON.stringify(change.tasks) } : {}),
      ...(change.refused ? { refused_metrics: JSON.stringify(change.refused) } : {}),
      ...(change.initializedAt ? { initialized_at: change.initializedAt } : {}),
      ...(change.syncedAt ? { part_synced_at: JSON.stringify(change.syncedAt) } : {}),
      lease_until: sql`now() + make_interval(secs => ${leaseSeconds})`,
      updated_at: sql`now()`,
    })
    .where('account_id', '=', accountId)
    .where('fencing_token', '=', fencingToken)
    .returning(documentState)
    .executeTakeFirst();
  if (!state) throw new LeaseLostError(`Another worker has locked the account ${accountId}`);
  return state;
}

export interface RunEnd {
  nextSyncAt: Date | null;
  lastSyncAt?: Date;
  problem: SyncStatus['problem'];
  failures: number;
  /** More steps are left for the account's next turn. */
  isUnfinished?: boolean;
}

export async function endRun(
  db: Database,
  { accountId, fencingToken }: Lease,
  { nextSyncAt, lastSyncAt, problem, failures, isUnfinished = false }: RunEnd,
): Promise<void> {
  await db
    .updateTable('sync_state')
    .set({
      running: isUnfinished,
      ...(lastSyncAt ? { sync_requested: false } : {}),
      lease_owner: null,
      lease_until: null,
      next_sync_at: nextSyncAt,
      ...(lastSyncAt ? { last_sync_at: lastSyncAt } : {}),
      problem: JSON.stringify(problem),
      failures,
      updated_at: sql`now()`,
    })
    .where('account_id', '=', accountId)
    .where('fencing_token', '=', fencingToken)
    .execute();
}

/** An account that was synced or requested this recently has nothing new. */
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
        .doUpdateSet({ next_sync_at: now, sync_requested: true, requested_at: now, updated_at: sql`now()` })
        .where('sync_state.running', '=', false)
        .where(sql<boolean>`coalesce(sync_state.last_sync_at, '-infinity') <= ${freshSince}`)
        .where(sql<boolean>`coalesce(sync_state.requested_at, '-infinity') <= ${freshSince}`)
        .where(sql<boolean>`coalesce(sync_state.problem ->> 'code', '') <> 'rate_limited'`),
    )
    .returning('account_id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function isInitialized(db: Database, accountId: string): Promise<boolean> {
  const row = await db
    .selectFrom('sync_state')
    .select('account_id')
    .where('account_id', '=', accountId)
    .where('initialized_at', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** How long an account counts as watched after it was viewed. */
const watchMinutes = 15;
const watchedSyncMinutes = 60;

/**
 * Marks accounts as watched: working ones become due an hour, times the throttle factor, after their last sync, or now.
 */
export async function watchAccounts(db: Database, accountIds: string[], now: Date): Promise<void> {
  if (accountIds.length === 0) return;
  await db
    .updateTable('sync_state')
    .set({
      watched_until: sql`${now}::timestamptz + make_interval(mins => ${watchMinutes})`,
      next_sync_at: sql`case when initialized_at is not null and (problem is null or problem = 'null')
        then least(next_sync_at, greatest(${now},
          last_sync_at + throttle_factor::float8 * make_interval(mins => ${watchedSyncMinutes})))
        else next_sync_at end`,
    })
    .where('account_id', 'in', accountIds)
    .execute();
}

/** Due accounts without an active lease, longest waiting first. */
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

/** Makes accounts due that waited for a login which works again. */
export async function wakeReconnected(db: Database, now: Date): Promise<void> {
  for (let after = '', size = waitingAtOnce; size === waitingAtOnce;) {
    const waiting = await db
      .selectFrom('sync_state')
      // As text, because a JavaScript date has only millisecond precision.
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

/** Waiting accounts that have a linked user with a login newer than the wait. */
async function listReconnected(db: Database, waiting: { account_id: string; since: string }[]): Promise<string[]> {
  if (waiting.length === 0) return [];
  const { rows } = await sql<{ account_id: string }>`
    select distinct waiting.account_id
    from unnest(${sql.val(waiting.map((row) => row.account_id))}::text[], ${sql.val(waiting.map((row) => row.since))}::timestamptz[])
      as waiting (account_id, since)
    join connection_account on connection_account.account_id = waiting.account_id
    join meta_connection on meta_connection.user_id = connection_account.user_id
    join account_ref on account_ref.user_id = connection_account.user_id
      and account_ref.account_id = waiting.account_id
    where meta_connection.broken_at is null and meta_connection.connected_at > waiting.since`.execute(db);
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

/** After a crash of the only process, its leases are free immediately. */
export async function releaseAllLeases(db: Database): Promise<void> {
  await db
    .updateTable('sync_state')
    .set({ lease_owner: null, lease_until: null, fencing_token: sql`fencing_token + 1` })
    .where('lease_until', 'is not', null)
    .execute();
}

export interface CountedCalls {
  accountId: string;
  hour: Date;
  calls: number;
  requests: number;
}

export async function addApiCalls(db: Database, counted: CountedCalls[]): Promise<void> {
  if (counted.length === 0) return;
  // In a fixed order, so that two processes cannot deadlock.
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

/** The account as shown in live updates; undefined if it was registered but never activated. */
export async function findAccountDocument(
  db: Database | Transaction,
  accountId: string,
): Promise<AccountDocument | undefined> {
  const row = await db
    .selectFrom('account')
    .leftJoin('sync_state', 'sync_state.account_id', 'account.account_id')
    .select(['account.followers_count', 'account.earliest_day', 'account.data_version'])
    .select(['account.updated_at as account_updated_at', 'sync_state.updated_at'])
    .select(['fencing_token', 'initialized_at', 'initialization', 'tasks', 'running', 'last_sync_at', 'next_sync_at'])
    .select('problem')
    .where('account.account_id', '=', accountId)
    .executeTakeFirst();
  return row && toAccountDocument(accountId, { ...row, updated_at: row.account_updated_at }, row);
}

/** An account that was never activated has no state. */
export function toAccountDocument(
  accountId: string,
  account: { followers_count: number | null; earliest_day: string | null; data_version: number; updated_at: Date },
  state: { [Name in keyof DocumentState]: DocumentState[Name] | null },
): AccountDocument {
  const {
    fencing_token: fencingToken,
    initialized_at: initializedAt,
    next_sync_at: nextSyncAt,
    updated_at: stateUpdatedAt,
  } = state;
  const updatedAt = stateUpdatedAt && stateUpdatedAt > account.updated_at ? stateUpdatedAt : account.updated_at;
  return {
    _id: accountId,
    updatedAt: updatedAt.toISOString(),
    syncRunning: state.running ?? false,
    initialization: {
      // An account may have a throttle factor before it is activated.
      active: fencingToken !== null && initializedAt === null && (fencingToken > 0 || nextSyncAt !== null),
      tasks: toTasks(state.initialization ?? {}),
    },
    tasks: toTasks(state.tasks ?? {}),
    metadata: { followersCount: account.followers_count },
    earliestDate: account.earliest_day,
    lastSyncAt: state.last_sync_at?.toISOString() ?? null,
    nextSyncAt: nextSyncAt?.toISOString() ?? null,
    problem: state.problem,
    dataVersion: account.data_version,
  };
}

/** Checkpoints for clients, without cursors. */
function toTasks(checkpoints: TaskCheckpoints): AccountDocument['tasks'] {
  return Object.fromEntries(
    Object.entries(checkpoints).map(([task, { status, done, total }]: [string, TaskCheckpoint]) => [
      task,
      { status, done, total },
    ]),
  );
}

export async function findOldestPostDay(db: Database, accountId: string): Promise<string | null> {
  const row = await db
    .selectFrom('media')
    .select(({ fn }) => fn.min('published_day').as('day'))
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row?.day ?? null;
}

/**
 * Instagram provides insights for media since this time; anything older was posted before the account became a
 * business.
 */
export async function findInsightsWatermark(db: Database, accountId: string): Promise<Date | null> {
  const row = await db
    .selectFrom('media')
    .select(({ fn }) => fn.max('published_at').as('at'))
    .where('account_id', '=', accountId)
    .where('insights_refusal', '=', 'before_business_account')
    .executeTakeFirst();
  return row?.at ? new Date(row.at.getTime() + 1) : null;
}

/** Followers, and new and lost ones, of one day. */
export function findFollowerDay(db: Database, accountId: string, day: string) {
  return db
    .selectFrom('account_day')
    .select(['followers', 'follows', 'unfollows'])
    .where('account_id', '=', accountId)
    .where('day', '=', day)
    .executeTakeFirst();
}

/** Stories that are live, or were at their last fetch: a story lives for 24 hours. */
export function listLiveStories(db: Database, accountId: string, now: Date) {
  return db
    .selectFrom('media')
    .select(['media_id', 'published_at', 'insights_refusal', 'final_at'])
    .where('account_id', '=', accountId)
    .where('product_type', '=', 'STORY')
    .where('published_at', '>', new Date(now.getTime() - storyLife))
    .orderBy('published_at')
    .execute();
}

export type LiveStoryRow = Awaited<ReturnType<typeof listLiveStories>>[number];

export function toLiveStory({ published_at, final_at }: LiveStoryRow): LiveStory {
  return { publishedAt: published_at, isFinal: final_at !== null };
}

const typeMetricsDays = 730;

/** Fetch times of posts of the last two years, or of the given ones, including type-specific metrics. */
export function listTypeSpecificFetches(db: Database, accountId: string, mediaIds?: readonly string[]) {
  return db
    .selectFrom('media')
    .select([
      'media_id',
      'product_type',
      'media_type',
      'published_at',
      'insights_refusal',
      'insights_fetched_at',
      'type_metrics_fetched_at',
    ])
    .where('account_id', '=', accountId)
    .$if(mediaIds !== undefined, (some) => some.where('media_id', 'in', mediaIds ?? []))
    .where('product_type', '!=', 'STORY')
    .where('is_collaboration', '=', false)
    .where('gone_at', 'is', null)
    .where('published_at', '>', sql<Date>`now() - make_interval(days => ${typeMetricsDays})`)
    .execute();
}

export async function findMediaCount(db: Database, accountId: string): Promise<number | null> {
  const row = await db
    .selectFrom('account')
    .select('media_count')
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row?.media_count ?? null;
}

/** The oldest day since `floor` that was fetched with an old window rule and not fetched again. */
export async function findOldestOutdatedDay(db: Database, accountId: string, floor: string): Promise<string | null> {
  const row = await db
    .selectFrom('account_day')
    .select(({ fn }) => fn.min('day').as('day'))
    .where('account_id', '=', accountId)
    .where('day', '>=', floor)
    .where('window_rule', '=', 1)
    .executeTakeFirst();
  return row?.day ?? null;
}

export function listStoredWindows(db: Database, accountId: string, since: string) {
  return db
    .selectFrom('account_window')
    .select(['end_day', 'days', 'fetched_at'])
    .where('account_id', '=', accountId)
    .where('end_day', '>=', since)
    .where('window_rule', '=', windowRule)
    .execute();
}

/**
 * The last day that was fetched after it had ended, and whether the three days before today were fetched since `since`.
 */
export async function findDayState(
  db: Database,
  accountId: string,
  { today, since }: { today: string; since: Date },
): Promise<{ lastCompleteDay: string | null; revisedToday: boolean }> {
  const row = await db
    .selectFrom('account_day')
    .select(({ fn }) => [fn.max('day').as('last')])
    .select(sql<number>`count(*) filter (where fetched_at >= ${since} and day >= ${today}::date - 3)`.as('revised'))
    .where('account_id', '=', accountId)
    .where('complete', '=', true)
    .where('day', '<', today)
    .executeTakeFirst();
  return { lastCompleteDay: row?.last ?? null, revisedToday: (row?.revised ?? 0) >= 3 };
}

/** Days of a range without stored data, in order. */
export async function listMissingDays(
  db: Database | Transaction,
  accountId: string,
  { from, to }: { from: string; to: string },
): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select day::date as day from generate_series(${from}::date, ${to}::date, '1 day') as day
    where not exists (select from account_day where account_id = ${accountId} and account_day.day = day::date)
    order by day`.execute(db);
  return rows.map(({ day }) => day);
}

export function listGaps(db: Database, accountId: string) {
  return db
    .selectFrom('sync_gap')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('from_at', 'desc')
    .limit(50)
    .execute();
}
