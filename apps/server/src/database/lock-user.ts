import type { Transaction } from './database.ts';

/** Until the end of the transaction, others that lock this user wait: each counts the rows that another one adds. */
export async function lockUser(transaction: Transaction, userId: string): Promise<void> {
  await transaction.selectFrom('app_user').select('user_id').where('user_id', '=', userId).forUpdate().execute();
}
