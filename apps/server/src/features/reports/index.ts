export type { PictureStore } from './pdf/pictures.ts';
export { createPictureStore } from './read-pictures.ts';
