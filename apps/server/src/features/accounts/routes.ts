import { getAccount, listAccounts, listActiveAccounts } from '@tidemark/contract';
import type { Database } from '../../database/database.ts';
import { ApiError } from '../../platform/api-error.ts';
import { route } from '../../platform/http/route.ts';
import { findVisibleAccount, listLinkedAccounts } from './queries.ts';

export function accountRoutes({ db }: { db: Database }) {
  return [
    route(listAccounts, async ({ viewer }) => ({ accounts: await listLinkedAccounts(db, viewer.userId) })),

    route(listActiveAccounts, async ({ viewer }) => {
      const accounts = await listLinkedAccounts(db, viewer.userId);
      return { accounts: accounts.filter(({ type, activated }) => type === 'instagram_account' && activated) };
    }),

    route(getAccount, async ({ viewer, query: { accountId, type, select } }) => {
      const account = await findVisibleAccount(db, viewer.userId, accountId);
      if (!account || account.type !== type) throw new ApiError('account_not_found');
      const fields = new Set((select ?? '_id,updatedAt').split(/[\s,]+/));
      return {
        account: {
          ...(fields.has('_id') ? { _id: account.account_id } : {}),
          ...(fields.has('updatedAt') ? { updatedAt: account.updated_at.toISOString() } : {}),
        },
      };
    }),
  ];
}
