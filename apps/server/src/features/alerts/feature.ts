import type { AlertTables } from '../../database/tables/alerts.ts';
import { defineFeature } from '../../platform/feature.ts';
import { exportUser } from './export-user.ts';
import { deleteAccountAlerts, deleteOldAlerts } from './queries.ts';
import { alertRoutes } from './routes.ts';
import { deleteOldDeliveries, toSecretAssociatedData } from './webhook/queries.ts';
import { alertWork } from './jobs.ts';
import { webhookWork } from './webhook/jobs.ts';

export const alertsFeature = defineFeature<AlertTables>()({
  name: 'alerts',
  uses: ['accounts', 'analytics', 'audit', 'auth', 'credentials', 'mail'],
  routes: alertRoutes,
  work: [alertWork, webhookWork],
  secrets: { alert_webhook: { secret_encrypted: { key: 'user_id', toAssociatedData: toSecretAssociatedData } } },
  retention: ({ db }) => [
    { kind: 'alert', deleteBatch: (now) => deleteOldAlerts(db, now) },
    { kind: 'alert_delivery', deleteBatch: (now) => deleteOldDeliveries(db, now) },
  ],
  listKnownFiles: null,
  onAccountDeleted: deleteAccountAlerts,
  onUserDeleted: 'deleted with the user',
  ofWorkspace: ['alert', 'alert_choice'],
  exportUser,
});
