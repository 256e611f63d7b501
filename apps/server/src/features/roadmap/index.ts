export { startRoadmapWork } from './filing/jobs.ts';
export { anonymiseUserRequests } from './queries.ts';
export { roadmapRoutes } from './routes.ts';
