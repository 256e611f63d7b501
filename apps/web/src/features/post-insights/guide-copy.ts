export type InsightsPanel =
  'tiles' | 'top-post' | 'performance' | 'interactions' | 'formats' | 'profile' | 'top-posts' | 'opportunities';

interface GuideText {
  intro: string;
  parts: readonly { id: string; name: string; sample: string; text: string }[];
}

const selection =
  'Covers the posts selected in the media strip at the bottom, or everything published or active in the range.';

export const guideCopy: Record<InsightsPanel, GuideText> = {
  tiles: {
    intro: `Totals of the posts in this range. ${selection}`,
    parts: [
      {
        id: 'value',
        name: 'Number',
        sample: '12.4k',
        text: 'Counted from the first to the last day of the range, by Instagram’s day boundaries. Activity from before the first sync counts on the publish date. The rate is interactions per hundred accounts reached.',
      },
      {
        id: 'dot',
        name: 'Yellow dot',
        sample: '●',
        text: 'Approximate: hover over, focus or tap the dot to see why and, when known, the possible range. ≈ marks an estimate, with its range beside it.',
      },
      {
        id: 'delta',
        name: 'vs prev',
        sample: '↗ 1.2k vs prev',
        text: 'The change from the same number of days just before. Less than one, or a tenth of a percentage point, counts as no change. A dash means there is nothing to compare with; a dot beside it means only the earlier period is incomplete.',
      },
    ],
  },
  'top-post': {
    intro: `The post with the most interactions in this range. ${selection}`,
    parts: [
      {
        id: 'post',
        name: 'The post',
        sample: 'Slow Sunday bread',
        text: 'If two are tied, the later one. The arrow opens it on Instagram.',
      },
      {
        id: 'figures',
        name: 'Numbers',
        sample: '4.1k reach',
        text: 'Its results in this range, not lifetime totals.',
      },
    ],
  },
  performance: {
    intro: `Each point is a post: further right means more reach, higher up means more interactions. ${selection}`,
    parts: [
      {
        id: 'lines',
        name: 'Dashed lines',
        sample: 'average 3.4k',
        text: 'The average reach and interactions per post. Both axes extend to the post furthest from the mean.',
      },
      {
        id: 'corner',
        name: 'Top right',
        sample: 'High reach, high engagement',
        text: 'Posts above both averages: make more of these. The one with a ring has the most interactions.',
      },
    ],
  },
  interactions: {
    intro: `From the outside in: likes, comments, saves and shares. ${selection}`,
    parts: [
      {
        id: 'part',
        name: 'A ring segment',
        sample: '41 likes',
        text: 'One post. Its length is its share, its strength compares it with the best post in the ring. A post without any still gets a faint segment. After eleven posts, the rest share one segment.',
      },
      {
        id: 'total',
        name: 'Numbers',
        sample: '1.9k',
        text: 'What Instagram reports for this range. Stories have no likes, comments or saves.',
      },
    ],
  },
  formats: {
    intro: `Average results per post for each format. ${selection}`,
    parts: [
      {
        id: 'bar',
        name: 'A bar',
        sample: 'Reel 3.4k',
        text: 'The average per post of this format; engagement is interactions per hundred accounts reached. The highest has an outline.',
      },
      {
        id: 'posts',
        name: 'Posts',
        sample: '12 posts',
        text: 'How many posts the average is based on: the fewer, the less reliable.',
      },
    ],
  },
  profile: {
    intro:
      'What people did on your profile after seeing a post, and how they navigated stories: for the selected posts, or those published in the range.',
    parts: [
      {
        id: 'actions',
        name: 'Profile activity',
        sample: 'Profile visits 46',
        text: 'Since publishing, as of the last sync. Instagram reports this for posts, carousels and stories, not reels.',
      },
      {
        id: 'moves',
        name: 'Story navigation',
        sample: 'Forward 66%',
        text: 'Forward and back are taps within the account’s stories; next account is a swipe to another account, exited is leaving stories.',
      },
    ],
  },
  'top-posts': {
    intro: `Posts by their results in this range, most interactions first. ${selection}`,
    parts: [
      {
        id: 'head',
        name: 'Column headers',
        sample: 'Reach ↓',
        text: 'Click to sort by a column, click again to reverse.',
      },
      {
        id: 'engagement',
        name: 'Engagement',
        sample: '4.2%',
        text: 'Interactions per hundred accounts reached.',
      },
    ],
  },
  opportunities: {
    intro: 'Ideas to test, based on your own posts, with the supporting numbers.',
    parts: [
      {
        id: 'evidence',
        name: 'Evidence',
        sample: 'last 90 days, 34 posts',
        text: 'Lifetime totals of posts from the last 90 days of the range, or of the selected posts. At least 8 posts, or 8 stories, are needed for a suggestion, and 4 in each group that is compared. A group is only suggested if its typical post did clearly better or worse: its 95% interval, shown here, excludes “equal”. The line below says what would prove the suggestion wrong.',
      },
    ],
  },
};
