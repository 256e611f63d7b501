import type { AdminTables } from '../../database/tables/admin.ts';
import { defineFeature } from '../../platform/feature.ts';

export const adminFeature = defineFeature<AdminTables>()({
  name: 'admin',
  uses: [
    'audit',
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
  secrets: {},
  retention: null,
  listKnownFiles: null,
  onAccountDeleted: null,
  exportUser: null,
});
