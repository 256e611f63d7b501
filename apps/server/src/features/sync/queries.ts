import type { AccountDocument, SyncStatus } from '@tidemark/contract';
import { sql } from 'kysely';
import type { Database, Transaction } from '../../database/database.ts';
import type { ReadTimes, TaskCheckpoint, TaskCheckpoints } from '../../database/tables/sync.ts';
import { storyLife, type LiveStory } from './rhythm-rules.ts';

export interface Lease {
  accountId: string;
  fence: number;
}

const leaseSeconds = 30;

/** Takes the account for one worker. The fencing number rises, so that a holder who lost the lease can write nothing. */
export async function takeLease(db: Database, accountId: string, holder: string) {
  return db
    .updateTable('sync_state')
    .set({
      lease_holder: holder,
      lease_until: sql`now() + make_interval(secs => ${leaseSeconds})`,
      fence: sql`fence + 1`,
      running: true,
      updated_at: sql`now()`,
    })
    .where('account_id', '=', accountId)
    .where(({ or, eb }) => or([eb('lease_until', 'is', null), eb('lease_until', '<', sql<Date>`now()`)]))
    .returningAll()
    .executeTakeFirst();
}

export type SyncState = NonNullable<Awaited<ReturnType<typeof takeLease>>>;

export class LeaseLost extends Error {}

const documentState = [
  'updated_at',
  'fence',
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
  readAt: ReadTimes;
}>;

/** Writes the checkpoint with the rows it covers. Throws LeaseLost, and so undoes the rows, when another holds the account. */
export async function saveCheckpoint(
  transaction: Database | Transaction,
  { accountId, fence }: Lease,
  change: StateChange,
): Promise<DocumentState> {
  const state = await transaction
    .updateTable('sync_state')
    .set({
      ...(change.initialization ? { initialization: JSON.stringify(change.initialization) } : {}),
      ...(change.tasks ? { tasks: JSON.stringify(change.tasks) } : {}),
      ...(change.refused ? { refused: JSON.stringify(change.refused) } : {}),
      ...(change.initializedAt ? { initialized_at: change.initializedAt } : {}),
      ...(change.readAt ? { read_at: JSON.stringify(change.readAt) } : {}),
      lease_until: sql`now() + make_interval(secs => ${leaseSeconds})`,
      updated_at: sql`now()`,
    })
    .where('account_id', '=', accountId)
    .where('fence', '=', fence)
    .returning(documentState)
    .executeTakeFirst();
  if (!state) throw new LeaseLost(`Another worker holds the account ${accountId}`);
  return state;
}

export interface RunEnd {
  nextSyncAt: Date | null;
  lastSyncAt?: Date;
  problem: SyncStatus['problem'];
  failures: number;
  /** There is more to do: it goes on when it is the account's turn again. */
  isUnfinished?: boolean;
}

export async function endRun(
  db: Database,
  { accountId, fence }: Lease,
  { nextSyncAt, lastSyncAt, problem, failures, isUnfinished = false }: RunEnd,
): Promise<void> {
  await db
    .updateTable('sync_state')
    .set({
      running: isUnfinished,
      ...(lastSyncAt ? { wanted: false } : {}),
      lease_holder: null,
      lease_until: null,
      next_sync_at: nextSyncAt,
      ...(lastSyncAt ? { last_sync_at: lastSyncAt } : {}),
      problem: JSON.stringify(problem),
      failures,
      updated_at: sql`now()`,
    })
    .where('account_id', '=', accountId)
    .where('fence', '=', fence)
    .execute();
}

/** Makes an account due now, whatever was read when; a first sync that stands still goes on where it stood. */
export async function requestSync(db: Database, accountId: string, now: Date): Promise<void> {
  await db
    .insertInto('sync_state')
    .values({ account_id: accountId, next_sync_at: now, wanted: true })
    .onConflict((conflict) =>
      conflict.column('account_id').doUpdateSet({ next_sync_at: now, wanted: true, updated_at: sql`now()` }),
    )
    .execute();
}

/** How long after a look at an account it counts as looked at. */
const watchMinutes = 15;
const watchedReadingMinutes = 60;

/** Somebody looks at accounts: those that work are read again an hour after their last reading, or now. */
export async function watchAccounts(db: Database, accountIds: string[], now: Date): Promise<void> {
  if (accountIds.length === 0) return;
  await db
    .updateTable('sync_state')
    .set({
      watched_until: sql`${now}::timestamptz + make_interval(mins => ${watchMinutes})`,
      next_sync_at: sql`case when initialized_at is not null and (problem is null or problem = 'null')
        then least(next_sync_at, greatest(${now},
          last_sync_at + throttle_factor::float8 * make_interval(mins => ${watchedReadingMinutes})))
        else next_sync_at end`,
    })
    .where('account_id', 'in', accountIds)
    .execute();
}

/** Accounts that are due and that nobody works on, the longest waiting first. */
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

const waitsForOwner = sql<boolean>`problem->>'code' in ('reconnect_required', 'permission_missing', 'account_unreachable')`;
const waitingAtOnce = 5_000;

/** Accounts that waited for their owner and whose business login works again become due. */
export async function wakeReconnected(db: Database, now: Date): Promise<void> {
  for (let after = '', size = waitingAtOnce; size === waitingAtOnce;) {
    const waiting = await db
      .selectFrom('sync_state')
      // As text, because an instant of ours has milliseconds only.
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
        .set({ next_sync_at: now, wanted: true, failures: 0, updated_at: sql`now()` })
        .where(waitsForOwner)
        .where('account_id', 'in', reconnected)
        .execute();
    size = waiting.length;
    after = waiting.at(-1)?.account_id ?? after;
  }
}

/** Of accounts that wait, those that somebody who has them linked reaches by a login newer than the wait. */
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

/** Something has become of a user's business login: what rests on it is looked at again. */
export async function lookAgain(db: Database, userId: string, now: Date): Promise<void> {
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

/** After a crash of the only process there is: what it held is free at once. */
export async function releaseAllLeases(db: Database): Promise<void> {
  await db
    .updateTable('sync_state')
    .set({ lease_holder: null, lease_until: null, fence: sql`fence + 1` })
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
  // In the same order everywhere, so that two processes never wait for each other.
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

/** The account as live updates show it; one that is registered but not activated has nothing to report yet. */
export async function findAccountDocument(
  db: Database | Transaction,
  accountId: string,
): Promise<AccountDocument | undefined> {
  const row = await db
    .selectFrom('account')
    .leftJoin('sync_state', 'sync_state.account_id', 'account.account_id')
    .select(['account.followers_count', 'account.earliest_day', 'account.data_version'])
    .select(['account.updated_at as account_updated_at', 'sync_state.updated_at'])
    .select(['fence', 'initialized_at', 'initialization', 'tasks', 'running', 'last_sync_at', 'next_sync_at'])
    .select('problem')
    .where('account.account_id', '=', accountId)
    .executeTakeFirst();
  return row && toAccountDocument(accountId, { ...row, updated_at: row.account_updated_at }, row);
}

/** Of an account that was never activated there is no state. */
export function toAccountDocument(
  accountId: string,
  account: { followers_count: number | null; earliest_day: string | null; data_version: number; updated_at: Date },
  state: { [Name in keyof DocumentState]: DocumentState[Name] | null },
): AccountDocument {
  const { fence, initialized_at: initializedAt, next_sync_at: nextSyncAt, updated_at: stateUpdatedAt } = state;
  const updatedAt = stateUpdatedAt && stateUpdatedAt > account.updated_at ? stateUpdatedAt : account.updated_at;
  return {
    _id: accountId,
    updatedAt: updatedAt.toISOString(),
    syncRunning: state.running ?? false,
    initialization: {
      // An account may have a factor of its operator before it was ever activated.
      active: fence !== null && initializedAt === null && (fence > 0 || nextSyncAt !== null),
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

/** Checkpoints as the outside may see them: where they go on stays here. */
function toTasks(checkpoints: TaskCheckpoints): AccountDocument['tasks'] {
  return Object.fromEntries(
    Object.entries(checkpoints).map(([task, { status, done, total }]: [string, TaskCheckpoint]) => [
      task,
      { status, done, total },
    ]),
  );
}

/** The publish day of the oldest post stored. */
export async function findOldestPostDay(db: Database, accountId: string): Promise<string | null> {
  const row = await db
    .selectFrom('media')
    .select(({ fn }) => fn.min('published_day').as('day'))
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row?.day ?? null;
}

/** Since when Instagram gives insights of this account's media: everything older was posted before it was a business. */
export async function findInsightsWatermark(db: Database, accountId: string): Promise<Date | null> {
  const row = await db
    .selectFrom('media')
    .select(({ fn }) => fn.max('published_at').as('at'))
    .where('account_id', '=', accountId)
    .where('insights_refusal', '=', 'before_business_account')
    .executeTakeFirst();
  return row?.at ? new Date(row.at.getTime() + 1) : null;
}

/** Followers, and who came and left, on one day. */
export function findFollowerDay(db: Database, accountId: string, day: string) {
  return db
    .selectFrom('account_day')
    .select(['followers', 'follows', 'unfollows'])
    .where('account_id', '=', accountId)
    .where('day', '=', day)
    .executeTakeFirst();
}

/** What is still live, or was when it was last seen: a story lives for 24 hours. */
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

const ownFiguresDays = 730;

/** When each post of the last two years, or of some, was read, and what only its kind answers. */
export function listOwnReadings(db: Database, accountId: string, mediaIds?: readonly string[]) {
  return db
    .selectFrom('media')
    .select(['media_id', 'product_type', 'published_at', 'insights_refusal', 'insights_read_at', 'own_read_at'])
    .where('account_id', '=', accountId)
    .$if(mediaIds !== undefined, (some) => some.where('media_id', 'in', mediaIds ?? []))
    .where('product_type', '!=', 'STORY')
    .where('gone_at', 'is', null)
    .where('published_at', '>', sql<Date>`now() - make_interval(days => ${ownFiguresDays})`)
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

/** The last day that was read after it had ended, and whether the three days before today were read since `since`. */
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

/** Days of a stretch of which nothing is stored, in order. */
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
