import type { Transaction } from './database.ts';

/**
 * Locks a user until the transaction ends, so that concurrent transactions count each other's added rows. Returns false
 * if the user does not exist.
 */
export async function lockUser(transaction: Transaction, userId: string): Promise<boolean> {
  const row = await transaction
    .selectFrom('app_user')
    .select('user_id')
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}
