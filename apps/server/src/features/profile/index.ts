export { startProfileWork } from './jobs.ts';
export { profileRoutes } from './routes.ts';
export { listKnownUploads } from './queries.ts';
