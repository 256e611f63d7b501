export { syncRoutes } from './routes.ts';
export { startSyncWork } from './jobs.ts';
export { createPace } from './pace.ts';
export { addApiCalls, releaseAllLeases, watchAccounts } from './queries.ts';
export { startThumbnailWork } from './thumbnails/jobs.ts';
export { thumbnailRoutes } from './thumbnails/routes.ts';
export { startDeletionWork } from './deletion/jobs.ts';
export { verifyAccounts, type AccountReport } from './verify/verify-account.ts';
export { storyWebhookRoutes } from './story-webhook.ts';
