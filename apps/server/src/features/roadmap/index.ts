export { startRoadmapWork } from './filing/jobs.ts';
export { forgetUser } from './queries.ts';
export { roadmapRoutes } from './routes.ts';
