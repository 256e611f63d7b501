import type { DigestTables } from '../../database/tables/digests.ts';
import { defineFeature } from '../../platform/feature.ts';
import { exportUser } from './export-user.ts';
import { digestWork } from './jobs.ts';

export const digestsFeature = defineFeature<DigestTables>()({
  name: 'digests',
  uses: ['accounts', 'analytics', 'mail'],
  routes: null,
  work: [digestWork],
  secrets: {},
  retention: null,
  listKnownFiles: null,
  onAccountDeleted: 'kept',
  exportUser,
});
