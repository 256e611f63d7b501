export { startDigestWork } from './jobs.ts';
