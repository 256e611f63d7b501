export { startRoadmapWork } from './publishing/jobs.ts';
export { anonymiseUserRequests } from './queries.ts';
export { roadmapRoutes } from './routes.ts';
