export { loadPeerComparison } from './load-comparison.ts';
export { peerRoutes } from './routes.ts';
