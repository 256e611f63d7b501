export { startPictureCopies } from './copy-provider-pictures.ts';
export { startProfileWork } from './jobs.ts';
