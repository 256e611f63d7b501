export type { PictureStore } from './pdf/pictures.ts';
export { createPictureStore } from './read-pictures.ts';
export { startReportWork } from './scheduled/jobs.ts';
