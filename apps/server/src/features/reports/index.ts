export type { PictureStore } from './pdf/pictures.ts';
export { keepReports } from './queries.ts';
export { createPictureStore } from './read-pictures.ts';
