export { loadPeerComparison } from './load-comparison.ts';
