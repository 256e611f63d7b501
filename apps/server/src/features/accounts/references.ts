import type { AccountId, AccountType } from '@tidemark/contract';
import type { Database } from '../../database/database.ts';
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
    await transaction.insertInto('account_ref').values({ user_id: userId, account_id: accountId, type }).execute();
  });
}

/** Takes a reference away; false when there was none. */
export async function removeReference(db: Database, userId: string, accountId: AccountId): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('account_ref')
    .where('user_id', '=', userId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
