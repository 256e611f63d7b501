export { startRoadmapWork } from './publishing/jobs.ts';
