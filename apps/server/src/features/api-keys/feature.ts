import type { ApiKeyTables } from '../../database/tables/api-keys.ts';
import { defineFeature } from '../../platform/feature.ts';
import { exportUser } from './export-user.ts';
import { apiKeyRoutes } from './routes.ts';

export const apiKeysFeature = defineFeature<ApiKeyTables>()({
  name: 'api-keys',
  uses: ['audit', 'auth'],
  routes: apiKeyRoutes,
  work: [],
  secrets: {},
  retention: null,
  listKnownFiles: null,
  onAccountDeleted: null,
  onUserDeleted: 'deleted with the user',
  ofWorkspace: [],
  exportUser,
});
