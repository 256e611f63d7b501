export { startPeerWork } from './jobs.ts';
export { loadPeerComparison } from './load-comparison.ts';
