export { deleteFrozenContent } from './queries.ts';
export type { LoadContent } from './open-link.ts';
export { readSharedPage } from './shared-page.ts';
export { shareRoutes } from './routes.ts';
