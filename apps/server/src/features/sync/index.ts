export { syncRoutes } from './routes.ts';
export { startSyncWork } from './jobs.ts';
export { addApiCalls, releaseAllLeases } from './queries.ts';
