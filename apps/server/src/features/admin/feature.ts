import type { AdminTables } from '../../database/tables/admin.ts';
import { defineFeature } from '../../platform/feature.ts';
import { exportUser } from './export-user.ts';
import { deleteOldUserActions } from './user-actions.ts';
import { releaseWork } from './release/jobs.ts';

export const adminFeature = defineFeature<AdminTables>()({
  name: 'admin',
  uses: [
    'auth',
    'credentials',
    'accounts',
    'subscription',
    'connections',
    'sync',
    'live',
    'analytics',
    'mail',
    'alerts',
    'digests',
    'reports',
    'shares',
    'peers',
    'roadmap',
    'profile',
  ],
  routes: null,
  work: [releaseWork],
  secrets: {},
  retention: ({ db }) => [{ kind: 'user_action_day', deleteBatch: (now) => deleteOldUserActions(db, now) }],
  listKnownFiles: null,
  onAccountDeleted: null,
  exportUser,
});
