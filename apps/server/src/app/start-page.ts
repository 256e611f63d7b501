import type { PageStart } from '@tidemark/contract';
import type { Database } from '../database/database.ts';
import { listLinkedAccounts } from '../features/accounts/index.ts';
import { countUnread } from '../features/alerts/index.ts';
import { readUser } from '../features/auth/index.ts';

/** Reads what each of a user's pages needs first, so that no page asks for it. */
export async function readStartPage(db: Database, userId: string): Promise<PageStart> {
  async function readAccounts() {
    const accounts = await listLinkedAccounts(db, userId);
    const ids = accounts.map(({ _id }) => _id);
    return { accounts, unreadAlerts: await countUnread(db, userId, ids) };
  }

  const [user, others] = await Promise.all([readUser(db, userId), readAccounts()]);
  return { user, ...others };
}
