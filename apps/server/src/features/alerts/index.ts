export { startAlertWork } from './jobs.ts';
export { deleteAccountAlerts, deleteOldAlerts } from './queries.ts';
export { raiseAccessAlert } from './raise-access-alert.ts';
export { alertRoutes } from './routes.ts';
export { startWebhookWork } from './webhook/jobs.ts';
export { countWebhooksByKey, deleteOldDeliveries, reencryptWebhooks } from './webhook/queries.ts';
