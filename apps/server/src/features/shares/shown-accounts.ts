import type { Database } from '../../database/database.ts';
import { ownAccounts } from '../accounts/index.ts';

interface SharedAccounts {
  user_id: string;
  account_ids: string[];
  is_frozen: boolean;
}

/** Returns the link's accounts that its owner may still read. */
export async function listShownAccounts(db: Database, link: SharedAccounts): Promise<string[]> {
  const readable = new Set((await ownAccounts(db, { userId: link.user_id, role: 'user' })).accountIds);
  const accountIds = link.account_ids.filter((id) => readable.has(id));
  // Stored sums contain every account: once any is missing, they may not be shown.
  return link.is_frozen && accountIds.length < link.account_ids.length ? [] : accountIds;
}
