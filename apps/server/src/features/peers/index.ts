export { startPeerWork } from './jobs.ts';
export { deleteAccountPeers, deleteOldMeasurements } from './queries.ts';
export { loadPeerComparison } from './load-comparison.ts';
export { peerRoutes } from './routes.ts';
