import type { Database } from '../../database/database.ts';
import type { ExportUser } from '../../platform/feature.ts';
import { listReadableAccounts } from './account-access.ts';
import { listViews } from './saved-views.ts';

export const exportUser: ExportUser = async ({ db }, userId) => ({
  profile: {
    linkedAccounts: await listLinked(db, userId),
    lentAccounts: await listLent(db, userId),
    savedViews: await listViews(db, userId),
  },
});

/** Lists the user's linked accounts; profile metrics only for accounts they may read. */
async function listLinked(db: Database, userId: string) {
  const refs = await db
    .selectFrom('account_ref')
    .select(['account_id', 'linked_at', 'access_lost_at'])
    .where('user_id', '=', userId)
    .orderBy('linked_at')
    .execute();
  if (refs.length === 0) return [];
  const readable = new Set((await listReadableAccounts(db, userId)).map(({ accountId }) => accountId));
  const accounts = await db
    .selectFrom('account')
    .select(['account_id', 'username', 'name'])
    .select(['followers_count', 'follows_count', 'media_count', 'earliest_day'])
    .where(
      'account_id',
      'in',
      refs.map((ref) => ref.account_id),
    )
    .execute();
  const byId = new Map(accounts.map((account) => [account.account_id, account]));
  return refs.flatMap((ref) => {
    const account = byId.get(ref.account_id);
    if (!account) return [];
    const { account_id, username, name } = account;
    const isReadable = readable.has(account_id);
    return [{ ...(isReadable ? account : { account_id, username, name }), ...ref, isReadable }];
  });
}

/** Lists the accounts that the user has brought into workspaces of others. */
function listLent(db: Database, userId: string) {
  return db
    .selectFrom('lent_account')
    .select(['workspace_id', 'account_id', 'lent_at'])
    .where('user_id', '=', userId)
    .orderBy('lent_at')
    .execute();
}
