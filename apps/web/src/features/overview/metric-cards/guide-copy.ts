import { type SmallCard } from '#web/features/metrics/index.ts';

interface GuideCopy {
  definition: string;
  counted: string;
  figure: string;
  bars: string;
  example: number;
}

const bars =
  'The value for each day. A day far above the others is pink, a day in progress is hatched (“so far”), and a missing day is a gap, not a zero.';
const instagramDays = 'Days follow Instagram’s day boundaries.';

export const guideCopy: Record<SmallCard, GuideCopy> = {
  followers: {
    definition: 'Followers of the selected accounts at the end of the range.',
    counted: `Followers of all selected accounts, added up. Someone who follows two of them counts twice. ${instagramDays}`,
    figure: 'Followers on the last day of the range; the trend compares it with the last day of the period before.',
    bars: 'Followers at the end of each day. The line shows the change and does not start at zero.',
    example: 48_200,
  },
  'engagement-rate': {
    definition: 'Engagement rate = total interactions / total reach × 100.',
    counted: `Likes, comments, saves, shares and replies per hundred accounts reached. ${instagramDays}`,
    figure:
      'All interactions in the range divided by all reach in the range, not an average of daily rates. ≈ marks an estimate; the actual rate lies in the range below it.',
    bars,
    example: 4.7,
  },
  'conversion-rate': {
    definition: 'Conversion rate = new followers / non-follower reach × 100.',
    counted: `New followers per hundred non-followers reached. ${instagramDays}`,
    figure: 'All new followers in the range divided by all non-follower reach in the range.',
    bars,
    example: 1.3,
  },
  'virality-score': {
    definition: 'A score from 0 to 100 for how far content travels beyond the first view.',
    counted: `Weighted 40% share rate, 30% save rate, 20% comment rate and 10% conversion rate. ${instagramDays}`,
    figure: 'Each rate earns full marks at a target: shares 2%, saves 3% and comments 1% of reach, conversion 5%.',
    bars,
    example: 36.4,
  },
  'engaged-audience': {
    definition: 'Engaged audience = accounts engaged / total followers × 100.',
    counted: `Accounts that liked, commented, saved or shared, per hundred followers at the end of the range. ${instagramDays}`,
    figure: 'It can exceed 100%: non-followers can engage too.',
    bars,
    example: 8.9,
  },
  'post-activity': {
    definition: 'Posts, reels and carousels published in the range, in total and per day.',
    counted:
      'Everything published by the selected accounts except stories: they expire after a day, so earlier ones are unknown.',
    figure: 'Posts in the range, by day in your time zone. Posts per day and the trend exclude a day in progress.',
    bars: 'Posts by day. A day far above the others is pink; a day in progress is hatched (“so far”).',
    example: 24,
  },
};
