import type { AccountId, AccountType } from '@tidemark/contract';
import { sql } from 'kysely';
import type { Database, Transaction } from '../../database/database.ts';
import { listBorrowers, recordReachedAccounts } from './account-access.ts';
import { selectAccountLogins } from './account-logins.ts';
import { ApiError } from '../../platform/api-error.ts';

/**
 * Links an account within the plan's limit. Locks the user's row first, so that concurrent requests cannot exceed the
 * limit. Idempotent.
 */
export async function addReference(
  db: Database,
  {
    userId,
    accountId,
    type,
    findLimit,
  }: {
    userId: string;
    accountId: AccountId;
    type: AccountType;
    /** Called after the user's row is locked; null means unlimited. */
    findLimit: (transaction: Transaction) => Promise<number | null>;
  },
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await transaction
      .selectFrom('app_user')
      .select('user_id')
      .where('user_id', '=', userId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const limit = await findLimit(transaction);
    const links = await transaction
      .selectFrom('account_ref')
      .select('account_id')
      .where('user_id', '=', userId)
      .execute();
    if (links.some((row) => row.account_id === accountId)) return;
    if (limit !== null && links.length >= limit) throw new ApiError('account_limit_reached', { limit });
    await lockAccount(transaction, accountId);
    await transaction.insertInto('account_ref').values({ user_id: userId, account_id: accountId, type }).execute();
    await transaction
      .updateTable('account')
      .set({ orphaned_at: null })
      .where('account_id', '=', accountId)
      .where('orphaned_at', 'is not', null)
      .execute();
  });
}

/** Removes a link; returns false if there was none. An account without links becomes an orphan. */
export async function removeReference(db: Database, userId: string, accountId: AccountId): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    // Two users may unlink concurrently: the second must see that the first is gone.
    await lockAccount(transaction, accountId);
    const borrowers = await listBorrowers(transaction, userId, accountId);
    const { numDeletedRows } = await transaction
      .deleteFrom('account_ref')
      .where('user_id', '=', userId)
      .where('account_id', '=', accountId)
      .executeTakeFirst();
    for (const workspaceId of borrowers) await recordReachedAccounts(transaction, workspaceId);
    await markOrphan(transaction, accountId);
    return numDeletedRows > 0n;
  });
}

/**
 * Removes a user's links, all of them or those to some accounts. Accounts that no other user has linked, or can link,
 * become due for deletion immediately instead of after the grace period.
 */
export async function deleteUserReferences(db: Database, userId: string, only?: readonly AccountId[]): Promise<void> {
  const rows = await db
    .selectFrom('account_ref')
    .select('account_id')
    .where('user_id', '=', userId)
    .union(db.selectFrom(selectAccountLogins(db).as('login')).select('account_id').where('user_id', '=', userId))
    .execute();
  for (const { account_id: accountId } of rows) {
    if (only && !only.includes(accountId)) continue;
    await removeReference(db, userId, accountId);
    const listedElsewhere = await db
      .selectFrom(selectAccountLogins(db).as('login'))
      .select('user_id')
      .where('account_id', '=', accountId)
      .where('user_id', '<>', userId)
      .limit(1)
      .executeTakeFirst();
    if (listedElsewhere) continue;
    await db
      .updateTable('account')
      .set({ orphaned_at: new Date(0) })
      .where('account_id', '=', accountId)
      .where('orphaned_at', 'is not', null)
      .execute();
  }
}

async function lockAccount(transaction: Transaction, accountId: AccountId): Promise<void> {
  await transaction
    .selectFrom('account')
    .select('account_id')
    .where('account_id', '=', accountId)
    .forUpdate()
    .execute();
}

/** Marks an account without links as due for deletion. The account must be locked. */
async function markOrphan(transaction: Transaction, accountId: AccountId): Promise<void> {
  const link = await transaction
    .selectFrom('account_ref')
    .select('user_id')
    .where('account_id', '=', accountId)
    .limit(1)
    .executeTakeFirst();
  if (link) return;
  await transaction
    .updateTable('account')
    .set({ orphaned_at: sql`now()` })
    .where('account_id', '=', accountId)
    .where('orphaned_at', 'is', null)
    .execute();
}

const accountsAtOnce = 5_000;

/** Finds orphans with another cause: a deleted user, or an account that was registered but never linked. */
export async function markOrphans(db: Database): Promise<void> {
  for (let after = '', size = accountsAtOnce; size === accountsAtOnce;) {
    const rows = await db
      .selectFrom('account')
      .select('account_id')
      .where('orphaned_at', 'is', null)
      .where('account_id', '>', after)
      .orderBy('account_id')
      .limit(accountsAtOnce)
      .execute();
    const accountIds = rows.map((row) => row.account_id);
    for (const accountId of await listUnreferenced(db, accountIds))
      await db.transaction().execute(async (transaction) => {
        await lockAccount(transaction, accountId);
        await markOrphan(transaction, accountId);
      });
    size = rows.length;
    after = accountIds.at(-1) ?? after;
  }
}

async function listUnreferenced(db: Database, accountIds: AccountId[]): Promise<AccountId[]> {
  if (accountIds.length === 0) return [];
  const rows = await db
    .selectFrom('account_ref')
    .select('account_id')
    .distinct()
    .where('account_id', 'in', accountIds)
    .execute();
  const linked = new Set(rows.map((row) => row.account_id));
  return accountIds.filter((accountId) => !linked.has(accountId));
}

/** Lists accounts without links since before the given instant. */
export async function listOrphans(db: Database, before: Date, limit: number): Promise<AccountId[]> {
  const rows = await db
    .selectFrom('account')
    .select('account_id')
    .where('orphaned_at', '<', before)
    .orderBy('orphaned_at')
    .limit(limit)
    .execute();
  return rows.map((row) => row.account_id);
}

/**
 * Locks an orphan for the transaction so that it cannot be linked; returns false if it is linked or already deleted.
 */
export async function lockOrphan(transaction: Transaction, accountId: AccountId): Promise<boolean> {
  const row = await transaction
    .selectFrom('account')
    .select('account_id')
    .where('account_id', '=', accountId)
    .where('orphaned_at', 'is not', null)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes the account row itself; must come last. */
export async function deleteAccount(transaction: Transaction, accountId: AccountId): Promise<void> {
  await transaction.deleteFrom('account').where('account_id', '=', accountId).execute();
}
