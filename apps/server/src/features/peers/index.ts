export { type PastMeasurement, storePastMeasurements } from './store-past-measurements.ts';
export { loadPeerComparison } from './load-comparison.ts';
