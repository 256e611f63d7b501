import type { SmallCard } from './metric-cards/small-card-metric.ts';

/** Sorted in page order. */
export const smallCards: readonly SmallCard[] = [
  'followers',
  'post-activity',
  'engagement-rate',
  'engaged-audience',
  'conversion-rate',
  'virality-score',
];
