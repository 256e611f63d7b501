export { anonymiseUserRequests } from './queries.ts';
export { roadmapRoutes } from './routes.ts';
