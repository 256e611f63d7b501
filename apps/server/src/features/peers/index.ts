export { startPeerWork } from './jobs.ts';
export { deleteAccountPeers, deleteOldMeasurements } from './queries.ts';
export { peerRoutes } from './routes.ts';
