export { forgetKept } from './forget-kept.ts';
export { unregisterWorker } from './keep-app.ts';
export { KeepPage } from './keep-page.tsx';
export { openKept } from './open-kept.ts';
