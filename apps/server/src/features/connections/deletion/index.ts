export { metaDeletionRoutes } from './routes.ts';
export { processDeletions } from './process-deletions.ts';
