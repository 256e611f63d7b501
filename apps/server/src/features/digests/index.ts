export { startDigestWork } from './jobs.ts';
export { digestRoutes } from './routes.ts';
