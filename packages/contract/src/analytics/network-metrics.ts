import { z } from 'zod';
import { listNames } from '../map-names.ts';
import { cardCatalogue, postMetricNames } from './metric-catalogue.ts';

/** What a network has of the metrics. */
export const NetworkMetrics = z.object({
  cards: z.array(z.enum(listNames(cardCatalogue))),
  posts: z.array(z.enum(postMetricNames)),
});
export type NetworkMetrics = z.infer<typeof NetworkMetrics>;
