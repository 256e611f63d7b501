import type { AccountMetric } from '@tidemark/contract';
import { metricLabels } from '@tidemark/presentation';

interface BreakdownLabels {
  title: string;
  /** Name for use in a sentence or a toast. */
  word: string;
  sub: string;
  donutLabel: string;
  guide: { intro: string; donut: string };
}

const byFollowers = 'The shares from followers and non-followers. “Unknown” is what Instagram does not attribute.';

export const breakdownLabels: Record<AccountMetric, BreakdownLabels> = {
  views: {
    ...metricLabels.views,
    sub: 'How often your content was played or shown',
    donutLabel: 'by followers and non-followers',
    guide: {
      intro: 'Views count every time your content was played or shown, including repeat views by the same person.',
      donut: byFollowers,
    },
  },
  reach: {
    ...metricLabels.reach,
    sub: 'How many accounts saw your content',
    donutLabel: 'by followers and non-followers',
    guide: {
      intro:
        'Reach counts accounts that saw your content at least once. For one account and up to 30 days it is Instagram’s own count; otherwise days or accounts are added up and people may be counted more than once (yellow dot).',
      donut: byFollowers,
    },
  },
  total_interactions: {
    ...metricLabels.total_interactions,
    sub: 'How people responded to your content',
    donutLabel: 'by type',
    guide: {
      intro:
        'Interactions are all the ways people responded to your content: likes, comments, saves, shares, replies and reposts, including on ads.',
      donut:
        'The split of all interactions into likes, comments, saves and shares. “Other” is the rest: replies, reposts and advertising.',
    },
  },
};
