export { forgetOldDeletions } from './queries.ts';
export { metaDeletionRoutes } from './routes.ts';
export { workOffDeletions } from './work-off.ts';
