import type { ApiKeyTables } from '../../database/tables/api-keys.ts';
import { defineFeature } from '../../platform/feature.ts';
import { exportUser } from './export-user.ts';

export const apiKeysFeature = defineFeature<ApiKeyTables>()({
  name: 'api-keys',
  uses: [],
  routes: null,
  work: [],
  secrets: {},
  retention: null,
  listKnownFiles: null,
  onAccountDeleted: null,
  exportUser,
});
