import type { SyncStatus } from '@tidemark/contract';
import { sql } from 'kysely';
import type { Database, Transaction } from '../../../database/database.ts';
import type { PartSyncTimes, TaskCheckpoints } from '../../../database/tables/sync.ts';

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
export type DocumentState = Pick<SyncState, (typeof documentState)[number]>;

type StateChange = Partial<{
  initialization: TaskCheckpoints;
  tasks: TaskCheckpoints;
  refused: string[];
  initializedAt: Date;
  syncedAt: PartSyncTimes;
  measurementPolls: string[];
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
      ...(change.measurementPolls ? { measurement_polls: JSON.stringify(change.measurementPolls) } : {}),
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
  /** True if steps are left for the account's next turn. */
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

/** Ends a lease under which nothing was synced. */
export async function releaseLease(db: Database, { accountId, fencingToken }: Lease): Promise<void> {
  await db
    .updateTable('sync_state')
    .set({ lease_owner: null, lease_until: null, running: false })
    .where('account_id', '=', accountId)
    .where('fencing_token', '=', fencingToken)
    .execute();
}

/** Frees all leases at once, after the only process has crashed. */
export async function releaseAllLeases(db: Database): Promise<void> {
  await db
    .updateTable('sync_state')
    .set({ lease_owner: null, lease_until: null, fencing_token: sql`fencing_token + 1` })
    .where('lease_until', 'is not', null)
    .execute();
}
