import type { Transaction } from '../../database/database.ts';
import { deleteAccountAnnotations } from './annotations/queries.ts';
import { deleteAccountComparisons } from './app-comparison/queries.ts';
import { deletePostLabels } from './labels/queries.ts';

/** Deletes user-written content about an account. */
export async function deleteUserContent(transaction: Transaction, accountId: string): Promise<void> {
  await deleteAccountAnnotations(transaction, accountId);
  await deletePostLabels(transaction, accountId);
  await deleteAccountComparisons(transaction, accountId);
}
