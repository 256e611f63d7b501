import type { AccountTables } from '../../database/tables/accounts.ts';
import { defineFeature } from '../../platform/feature.ts';
import { exportUser } from './export-user.ts';
import { listKnownAvatars } from './queries.ts';
import { accountRoutes } from './routes.ts';

export const accountsFeature = defineFeature<AccountTables>()({
  name: 'accounts',
  uses: [],
  routes: accountRoutes,
  work: [],
  secrets: {},
  retention: null,
  listKnownFiles: listKnownAvatars,
  onAccountDeleted: 'deleted by sync',
  onUserDeleted: 'deleted with the user',
  ofWorkspace: ['saved_view'],
  exportUser,
});
