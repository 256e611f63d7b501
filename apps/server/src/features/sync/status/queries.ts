import type { AccountDocument } from '@tidemark/contract';
import type { Database, Transaction } from '../../../database/database.ts';
import type { TaskCheckpoint, TaskCheckpoints } from '../../../database/tables/sync.ts';
import type { DocumentState } from '../lease/queries.ts';

export async function isInitialized(db: Database, accountId: string): Promise<boolean> {
  const row = await db
    .selectFrom('sync_state')
    .select('account_id')
    .where('account_id', '=', accountId)
    .where('initialized_at', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns the account as shown in live updates; undefined if it was registered but never activated. */
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

/** Returns the document; an account that was never activated has no state. */
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

/** Returns checkpoints for clients, without cursors. */
function toTasks(checkpoints: TaskCheckpoints): AccountDocument['tasks'] {
  return Object.fromEntries(
    Object.entries(checkpoints).map(([task, { status, done, total }]: [string, TaskCheckpoint]) => [
      task,
      { status, done, total },
    ]),
  );
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
