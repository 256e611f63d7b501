import type { BlueskyTables } from '../../database/tables/bluesky.ts';
import type { Transaction } from '../../database/database.ts';
import { defineFeature } from '../../platform/feature.ts';
import { exportUser } from './login/export-user.ts';
import { deleteExpiredSignIns, toSignInAssociatedData } from './login/queries.ts';
import { blueskyLoginRoutes } from './login/routes.ts';

export const blueskyFeature = defineFeature<BlueskyTables>()({
  name: 'bluesky',
  uses: ['accounts', 'sync'],
  routes: blueskyLoginRoutes,
  work: [],
  secrets: { bluesky_sign_in: { secrets_encrypted: { key: 'state', toAssociatedData: toSignInAssociatedData } } },
  retention: ({ db }) => [{ kind: 'bluesky_sign_in', deleteBatch: (now) => deleteExpiredSignIns(db, now) }],
  listKnownFiles: null,
  onAccountDeleted: async (transaction: Transaction, accountId: string) => {
    await transaction.deleteFrom('bluesky_login').where('account_id', '=', accountId).execute();
    await transaction.deleteFrom('bluesky_account').where('account_id', '=', accountId).execute();
  },
  onUserDeleted: 'deleted with the user',
  ofWorkspace: [],
  exportUser,
});
