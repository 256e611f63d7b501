export { deleteOfflineCopy } from './delete-offline-copy.ts';
export { openOffline } from './open-offline.ts';
export { SaveForOffline } from './save-for-offline.tsx';
