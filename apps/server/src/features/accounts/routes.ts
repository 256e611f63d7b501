import {
  deleteView,
  getAccount,
  listAccounts,
  listActiveAccounts,
  listSavedViews,
  maxSavedViews,
  saveView,
} from '@tidemark/contract';
import type { Database } from '../../database/database.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { Clock } from '../../platform/clock.ts';
import { isClient, route } from '../../platform/http/route.ts';
import { findVisibleAccount, listLinkedAccounts } from './queries.ts';
import { listViews, removeView, storeView } from './saved-views.ts';

export function accountRoutes({ db, clock }: { db: Database; clock: Clock }) {
  return [
    route(listAccounts, async ({ viewer }) => ({ accounts: await listLinkedAccounts(db, viewer) })),

    route(listActiveAccounts, async ({ viewer }) => {
      const accounts = await listLinkedAccounts(db, viewer);
      return { accounts: accounts.filter(({ type, activated }) => type === 'instagram_account' && activated) };
    }),

    route(getAccount, async ({ viewer, query: { accountId, type, select } }) => {
      const account = await findVisibleAccount(db, viewer, accountId);
      if (!account || account.type !== type) throw new ApiError('account_not_found');
      const fields = new Set((select ?? '_id,updatedAt').split(/[\s,]+/));
      return {
        account: {
          ...(fields.has('_id') ? { _id: account.account_id } : {}),
          ...(fields.has('updatedAt') ? { updatedAt: account.updated_at.toISOString() } : {}),
        },
      };
    }),

    route(listSavedViews, async ({ viewer }) => ({
      views: isClient(viewer) ? [] : await listViews(db, viewer.userId),
    })),

    route(saveView, async ({ viewer, body }) => {
      const view = await storeView(db, body, { userId: viewer.userId, now: clock(), max: maxSavedViews });
      if (!view) throw new ApiError('view_limit_reached');
      return view;
    }),

    route(deleteView, async ({ viewer, params: { id } }) => {
      if (!(await removeView(db, { userId: viewer.userId, id }))) throw new ApiError('view_not_found');
      return { id };
    }),
  ];
}
