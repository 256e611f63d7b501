export { startAlertWork } from './jobs.ts';
export { raiseAccessAlert } from './raise-access-alert.ts';
export { alertRoutes } from './routes.ts';
export { startWebhookWork } from './webhook/jobs.ts';
