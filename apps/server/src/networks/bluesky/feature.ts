import type { BlueskyTables } from '../../database/tables/bluesky.ts';
import type { Transaction } from '../../database/database.ts';
import { defineFeature } from '../../platform/feature.ts';

export const blueskyFeature = defineFeature<BlueskyTables>()({
  name: 'bluesky',
  uses: ['accounts', 'sync'],
  routes: null,
  work: [],
  secrets: {},
  retention: null,
  listKnownFiles: null,
  onAccountDeleted: async (transaction: Transaction, accountId: string) => {
    await transaction.deleteFrom('bluesky_account').where('account_id', '=', accountId).execute();
  },
  onUserDeleted: null,
  exportUser: null,
});
