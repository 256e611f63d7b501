import type { DigestTables } from '../../database/tables/digests.ts';
import { defineFeature } from '../../platform/feature.ts';
import { exportUser } from './export-user.ts';
import { digestRoutes } from './routes.ts';
import { digestWork } from './jobs.ts';

export const digestsFeature = defineFeature<DigestTables>()({
  name: 'digests',
  uses: ['accounts', 'analytics', 'audit', 'mail'],
  routes: digestRoutes,
  work: [digestWork],
  secrets: {},
  retention: null,
  listKnownFiles: null,
  onAccountDeleted: 'kept',
  onUserDeleted: 'deleted with the user',
  ofWorkspace: [],
  exportUser,
});
