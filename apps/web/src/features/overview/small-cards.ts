import { type SmallCard } from '#web/features/metrics/index.ts';

/** Sorted in page order. */
export const smallCards: readonly SmallCard[] = [
  'followers',
  'post-activity',
  'engagement-rate',
  'engaged-audience',
  'conversion-rate',
  'virality-score',
];
