import type { SmallCard } from './small-card-metric.ts';

interface GuideTexts {
  definition: string;
  counted: string;
  figure: string;
  bars: string;
  example: number;
}

const bars = 'The figure day by day. The highest day is pink; a day that is not stored yet is a gap, not a zero.';
const instagramDays = 'Days are the days of Instagram, as it labels them.';

export const guideTexts: Record<SmallCard, GuideTexts> = {
  followers: {
    definition: 'How many people follow the chosen accounts at the end of the range.',
    counted: `The followers of all chosen accounts added up. Someone who follows two of them counts twice. ${instagramDays}`,
    figure: 'Followers on the last day of the range; the trend compares it with the last day of the period before.',
    bars: 'Followers at the end of each day. The bars show the movement and do not start at zero.',
    example: 48_200,
  },
  'engagement-rate': {
    definition: 'Engagement rate = total interactions / total reach × 100.',
    counted: `Likes, comments, saves, shares and replies of the range, for every hundred accounts reached. ${instagramDays}`,
    figure:
      'A ratio of sums: all interactions of the range over all reach of the range, never an average of daily rates.',
    bars,
    example: 4.7,
  },
  'conversion-rate': {
    definition: 'Conversion rate = new followers / non-follower reach × 100.',
    counted: `Of every hundred accounts that were reached and did not follow you, how many started to. ${instagramDays}`,
    figure: 'All new followers of the range over all non-follower reach of the range.',
    bars,
    example: 1.3,
  },
  'virality-score': {
    definition: 'A score from 0 to 100 for how far content travels beyond the first view.',
    counted: `Share rate weighs 40 %, save rate 30 %, comment rate 20 % and conversion rate 10 %. ${instagramDays}`,
    figure:
      'Each rate is measured against a mark that counts as full: shares 2 %, saves 3 %, comments 1 % of the reach, conversion 5 %.',
    bars,
    example: 36.4,
  },
  'engaged-audience': {
    definition: 'Engaged audience = accounts engaged / total followers × 100.',
    counted: `Accounts that liked, commented, saved or shared, for every hundred followers at the end of the range. ${instagramDays}`,
    figure: 'It can pass 100 %: people who do not follow you can engage, too.',
    bars,
    example: 8.9,
  },
  'post-activity': {
    definition: 'How many posts, reels and carousels were published in the range, and how many that is a day.',
    counted:
      'Everything published by the chosen accounts except stories: they vanish after a day, so that those of before an account was linked are unknown.',
    figure: `The posts of the range; the trend compares posts a day with the same number of days just before. ${instagramDays}`,
    bars: 'Posts day by day. The highest day is pink.',
    example: 24,
  },
};
