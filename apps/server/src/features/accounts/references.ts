import type { AccountId, AccountType } from '@tidemark/contract';
import { sql } from 'kysely';
import type { Database, Transaction } from '../../database/database.ts';
import { Failure } from '../../platform/failure.ts';

/**
 * Links an account to a user within the limit of the plan. The user's row is locked first, so that of two tabs racing
 * for the last place one is refused. Linking again changes nothing.
 */
export async function addReference(
  db: Database,
  { userId, accountId, type, limit }: { userId: string; accountId: AccountId; type: AccountType; limit: number | null },
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await transaction
      .selectFrom('app_user')
      .select('user_id')
      .where('user_id', '=', userId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const held = await transaction
      .selectFrom('account_ref')
      .select('account_id')
      .where('user_id', '=', userId)
      .execute();
    if (held.some((row) => row.account_id === accountId)) return;
    if (limit !== null && held.length >= limit) throw new Failure('account_limit_reached', { limit });
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

/** Takes a reference away; false when there was none. An account that nobody links any more is an orphan from then on. */
export async function removeReference(db: Database, userId: string, accountId: AccountId): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    // Of two users who leave at the same time, the second must see that the first is gone.
    await lockAccount(transaction, accountId);
    const { numDeletedRows } = await transaction
      .deleteFrom('account_ref')
      .where('user_id', '=', userId)
      .where('account_id', '=', accountId)
      .executeTakeFirst();
    await markOrphan(transaction, accountId);
    return numDeletedRows > 0n;
  });
}

/**
 * Takes all of a user's references away. What nobody else has linked, or can link, is due for deletion at once: nobody
 * is left for whom its history would be kept.
 */
export async function forgetUser(db: Database, userId: string): Promise<void> {
  const rows = await db
    .selectFrom('account_ref')
    .select('account_id')
    .where('user_id', '=', userId)
    .union(db.selectFrom('connection_account').select('account_id').where('user_id', '=', userId))
    .execute();
  for (const { account_id: accountId } of rows) {
    await removeReference(db, userId, accountId);
    const listedElsewhere = await db
      .selectFrom('connection_account')
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

/** Called with the account locked. */
async function markOrphan(transaction: Transaction, accountId: AccountId): Promise<void> {
  const held = await transaction
    .selectFrom('account_ref')
    .select('user_id')
    .where('account_id', '=', accountId)
    .limit(1)
    .executeTakeFirst();
  if (held) return;
  await transaction
    .updateTable('account')
    .set({ orphaned_at: sql`now()` })
    .where('account_id', '=', accountId)
    .where('orphaned_at', 'is', null)
    .execute();
}

const accountsAtOnce = 5_000;

/** Finds orphans that came to be in another way: with the deletion of a user, or registered and never linked. */
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
    for (const accountId of await listUnheld(db, accountIds))
      await db.transaction().execute(async (transaction) => {
        await lockAccount(transaction, accountId);
        await markOrphan(transaction, accountId);
      });
    size = rows.length;
    after = accountIds.at(-1) ?? after;
  }
}

async function listUnheld(db: Database, accountIds: AccountId[]): Promise<AccountId[]> {
  if (accountIds.length === 0) return [];
  const rows = await db
    .selectFrom('account_ref')
    .select('account_id')
    .distinct()
    .where('account_id', 'in', accountIds)
    .execute();
  const held = new Set(rows.map((row) => row.account_id));
  return accountIds.filter((accountId) => !held.has(accountId));
}

/** Accounts that nobody has linked since before an instant. */
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
 * Holds an account still for the length of a transaction, so that nobody links it meanwhile; false when somebody has,
 * or when it is gone.
 */
export async function holdOrphan(transaction: Transaction, accountId: AccountId): Promise<boolean> {
  const row = await transaction
    .selectFrom('account')
    .select('account_id')
    .where('account_id', '=', accountId)
    .where('orphaned_at', 'is not', null)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes the account itself: the last row of it to go. */
export async function forgetAccount(transaction: Transaction, accountId: AccountId): Promise<void> {
  await transaction.deleteFrom('account').where('account_id', '=', accountId).execute();
}
