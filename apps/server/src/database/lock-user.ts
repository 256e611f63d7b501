import type { Transaction } from './database.ts';

/** Locks a user until the transaction ends, so that concurrent transactions count each other's added rows. */
export async function lockUser(transaction: Transaction, userId: string): Promise<void> {
  await transaction.selectFrom('app_user').select('user_id').where('user_id', '=', userId).forUpdate().execute();
}
