export type InsightsPanel =
  'tiles' | 'top-post' | 'performance' | 'interactions' | 'formats' | 'profile' | 'top-posts' | 'opportunities';

interface GuideText {
  intro: string;
  parts: readonly { id: string; name: string; sample: string; text: string }[];
}

const selection =
  'It follows the strip at the bottom: the posts picked there, or everything published or active in the range.';

export const guideTexts: Record<InsightsPanel, GuideText> = {
  tiles: {
    intro: `What the posts gained in the range, added up. ${selection}`,
    parts: [
      {
        id: 'value',
        name: 'Figure',
        sample: '12.4k',
        text: 'Gained between the first and the last day of the range, as Instagram counts days. What came before the first reading counts for the day of publishing. The rate is all interactions for every hundred accounts reached.',
      },
      {
        id: 'dot',
        name: 'Yellow dot',
        sample: '●',
        text: 'Approximate: whoever saw two posts is counted twice, or no reading stands at an end of the range.',
      },
      {
        id: 'delta',
        name: 'vs prev',
        sample: '↗ 1.2k vs prev',
        text: 'The difference to the same number of days just before. Less than one, or a tenth of a percentage point, is no change.',
      },
    ],
  },
  'top-post': {
    intro: `The post with most interactions in the range. ${selection}`,
    parts: [
      {
        id: 'post',
        name: 'The post',
        sample: 'Slow Sunday bread',
        text: 'Of two with as many interactions the later one. The arrow opens it on Instagram.',
      },
      { id: 'figures', name: 'Figures', sample: '4.1k reach', text: 'What it gained in the range.' },
    ],
  },
  performance: {
    intro: `Each point is a post: further right it reached more, higher up it stirred more. ${selection}`,
    parts: [
      {
        id: 'lines',
        name: 'Dashed lines',
        sample: 'mean 3.4k',
        text: 'The mean reach and the mean interactions of a post. Both axes reach as far as the post that lies furthest from the mean.',
      },
      {
        id: 'corner',
        name: 'Top right',
        sample: 'Seen and stirring',
        text: 'Posts above both means: more of these. The pink one has most interactions.',
      },
    ],
  },
  interactions: {
    intro: `From the outside in: likes, comments, saves and shares. ${selection}`,
    parts: [
      {
        id: 'part',
        name: 'A part of a ring',
        sample: '41 likes',
        text: 'One post: as long as its share, and as strong as it is beside the best of its ring. Even a post with none has a faint part. Beyond eleven posts the rest are one part.',
      },
      {
        id: 'total',
        name: 'Figures',
        sample: '1.9k',
        text: 'What Instagram told of it. Stories have no likes, comments and saves.',
      },
    ],
  },
  formats: {
    intro: `What a post of each format brings. ${selection}`,
    parts: [
      {
        id: 'bar',
        name: 'A bar',
        sample: 'Reel 3.4k',
        text: 'The mean of a post of the format; engagement is all its interactions for every hundred accounts reached. The pink one is the highest.',
      },
      {
        id: 'posts',
        name: 'Posts',
        sample: '12 posts',
        text: 'How many the mean is made of: few posts make a weak mean.',
      },
    ],
  },
  profile: {
    intro:
      'What people did on the profile after a post, and how they went on from stories: of the picked posts, or of those published in the range.',
    parts: [
      {
        id: 'actions',
        name: 'Profile activity',
        sample: 'Profile visits 46',
        text: 'Since publishing, as last read. Instagram tells it of posts, carousels and stories, not of reels.',
      },
      {
        id: 'moves',
        name: 'Story navigation',
        sample: 'Forward 66%',
        text: 'Forward and back are taps within the stories of the account; next account is a swipe away, exited is leaving stories.',
      },
    ],
  },
  'top-posts': {
    intro: `The posts with what they gained in the range, most interactions first. ${selection}`,
    parts: [
      { id: 'head', name: 'Column heads', sample: 'Reach ↓', text: 'Sort by any of them, again the other way round.' },
      {
        id: 'engagement',
        name: 'Engagement',
        sample: '4.2%',
        text: 'Interactions for every hundred accounts reached.',
      },
    ],
  },
  opportunities: {
    intro: 'What your own history suggests to test, with the figures it rests on.',
    parts: [
      {
        id: 'evidence',
        name: 'Evidence',
        sample: 'last 90 days, 34 posts',
        text: 'Lifetime figures of the posts of the 90 days that end with the range, or of the picked posts. On fewer than 8 posts, or 8 stories, nothing is suggested.',
      },
    ],
  },
};
