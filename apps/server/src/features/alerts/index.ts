export { startAlertWork } from './jobs.ts';
export { createAccessAnnouncer } from './announce-access.ts';
export { startWebhookWork } from './webhook/jobs.ts';
