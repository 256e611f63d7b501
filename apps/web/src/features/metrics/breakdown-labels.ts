import type { AccountMetric } from '@tidemark/contract';
import { metricLabels } from '@tidemark/presentation';

interface BreakdownLabels {
  title: string;
  /** Name for use in a sentence or a toast. */
  word: string;
  sub: string;
  donutLabel: string;
}

export const breakdownLabels: Record<AccountMetric, BreakdownLabels> = {
  views: {
    ...metricLabels.views,
    sub: 'How often your content was played or shown',
    donutLabel: 'by followers and non-followers',
  },
  reach: {
    ...metricLabels.reach,
    sub: 'How many accounts saw your content',
    donutLabel: 'by followers and non-followers',
  },
  total_interactions: {
    ...metricLabels.total_interactions,
    sub: 'How people responded to your content',
    donutLabel: 'by type',
  },
};
