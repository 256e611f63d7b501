import type { AccountMetric } from '@tidemark/contract';

interface BreakdownTexts {
  title: string;
  /** Within a sentence or a toast. */
  word: string;
  sub: string;
  donutLabel: string;
  guide: { intro: string; donut: string };
}

const byFollowers = 'How much came from people who follow you and how much from people who do not.';

export const breakdownTexts: Record<AccountMetric, BreakdownTexts> = {
  views: {
    title: 'Views',
    word: 'views',
    sub: 'How often your content was played or shown',
    donutLabel: 'by followers and non-followers',
    guide: {
      intro: 'Views count every time your content was played or shown, also to the same person.',
      donut: byFollowers,
    },
  },
  reach: {
    title: 'Reach',
    word: 'reach',
    sub: 'How many accounts saw your content',
    donutLabel: 'by followers and non-followers',
    guide: {
      intro:
        'Reach counts accounts that saw your content at least once. Days and accounts added up count people twice; for one account and 7, 14, 28 or 30 days Instagram gives the true count.',
      donut: byFollowers,
    },
  },
  total_interactions: {
    title: 'Interactions',
    word: 'interactions',
    sub: 'What people did with your content',
    donutLabel: 'by kind',
    guide: {
      intro: 'Interactions are the likes, comments, saves and shares of your content.',
      donut: 'Likes, comments, saves and shares, as parts of all interactions.',
    },
  },
};
