import type { AnalyticsTables } from '../../database/tables/analytics.ts';
import { defineFeature } from '../../platform/feature.ts';
import { deleteUserContent } from './delete-user-content.ts';
import { exportUser } from './export-user.ts';

export const analyticsFeature = defineFeature<AnalyticsTables>()({
  name: 'analytics',
  uses: ['accounts'],
  routes: null,
  work: [],
  secrets: {},
  retention: null,
  listKnownFiles: null,
  onAccountDeleted: deleteUserContent,
  exportUser,
});
