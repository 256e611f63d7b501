import type { Config } from '../../config/config.ts';
import type { AdminTables } from '../../database/tables/admin.ts';
import { defineFeature } from '../../platform/feature.ts';
import type { Readiness } from '../system/index.ts';
import { backupWork } from './backups/jobs.ts';
import { adminRoutes, type AdminDeps } from './routes.ts';
import { stripeRoutes, type StripeAdminDeps } from './stripe-routes.ts';
import { releaseWork } from './release/jobs.ts';
import { settingRoutes, type SettingRouteDeps } from './settings/routes.ts';
import { toSettingAssociatedData } from './settings/stored-settings.ts';

type AdminServices = Omit<AdminDeps, 'checksReleases' | 'listProblems'> &
  SettingRouteDeps &
  StripeAdminDeps & { config: Pick<Config, 'updateCheckUrl'>; readiness: Readiness };

export const adminFeature = defineFeature<AdminTables>()({
  name: 'admin',
  uses: [
    'audit',
    'auth',
    'credentials',
    'accounts',
    'subscription',
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
    'system',
  ],
  routes: (services: AdminServices) => [
    ...stripeRoutes(services),
    ...settingRoutes(services),
    ...adminRoutes({
      ...services,
      checksReleases: services.config.updateCheckUrl !== null,
      listProblems: () => services.readiness.listProblems(),
    }),
  ],
  work: [backupWork, releaseWork],
  secrets: { operator_setting: { variables_encrypted: { key: 'name', toAssociatedData: toSettingAssociatedData } } },
  retention: null,
  listKnownFiles: null,
  onAccountDeleted: null,
  onUserDeleted: null,
  ofWorkspace: null,
  exportUser: null,
});
