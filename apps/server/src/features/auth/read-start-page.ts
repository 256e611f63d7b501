import type { PageStart } from '@tidemark/contract';
import type { Database } from '../../database/database.ts';
import { listLinkedAccounts } from '../accounts/index.ts';
import { readUser } from './queries.ts';

/** Reads what each of a user's pages needs first. */
export async function readStartPage(db: Database, userId: string): Promise<PageStart> {
  const [user, accounts] = await Promise.all([readUser(db, userId), listLinkedAccounts(db, userId)]);
  return { user, accounts };
}
