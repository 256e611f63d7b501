export { logoRoutes } from './logo/routes.ts';
export { pageRoutes } from './pages/routes.ts';
export type { PictureStore } from './pdf/pictures.ts';
export { createPictureStore } from './read-pictures.ts';
export { reportRoutes } from './routes.ts';
