import { metaPages, type MetricRow, sinceDecember2025, sinceVersion22 } from './metric-row.ts';

/**
 * Groups of metrics that one call asks for: a breakdown applies to all of its metrics. `series` are asked as such,
 * `profile` is a field of the account.
 */
export type DayRequest = 'surface' | 'follow' | 'plain' | 'taps' | 'series' | 'profile';

export interface DayMetricRow extends MetricRow {
  /** What fills a range: the sum of its days, bounds for people, or the last day. */
  method: 'sum' | 'bounds' | 'last';
  /** Networks that have it. */
  instagram: {
    name: string;
    /** Its row in a table of the metric. */
    cell?: { breakdown: 'follow_type'; value: string };
    asked: readonly DayRequest[];
  };
  url?: string;
  /** Stored parts: by surface, by follower and non-follower, by button. */
  parts?: readonly ('surface' | 'follow' | 'taps')[];
}

const reach = 'Accounts that saw content at least once, each counted once. Instagram estimates it.';
const follows = 'Accounts that followed and accounts that unfollowed.';

/** One row per metric of an account's day, by its column, in the order in which Instagram is asked. */
export const dayMetrics = {
  views: {
    kind: 'count',
    method: 'sum',
    definition: 'Times that content was played or displayed.',
    instagram: { name: 'views', asked: ['surface', 'follow'] },
    parts: ['surface', 'follow'],
    validFrom: sinceVersion22,
  },
  reach: {
    kind: 'people',
    method: 'bounds',
    definition: reach,
    instagram: { name: 'reach', asked: ['surface', 'follow', 'series'] },
    parts: ['surface', 'follow'],
  },
  interactions: {
    kind: 'count',
    method: 'sum',
    definition: 'Interactions with posts, stories, reels and videos, including on ads.',
    instagram: { name: 'total_interactions', asked: ['surface'] },
    bluesky: ['likeCount', 'replyCount', 'repostCount', 'quoteCount'],
    parts: ['surface'],
  },
  likes: {
    kind: 'count',
    method: 'sum',
    definition: 'Likes of posts, reels and videos.',
    instagram: { name: 'likes', asked: ['surface'] },
    bluesky: ['likeCount'],
  },
  comments: {
    kind: 'count',
    method: 'sum',
    definition: 'Comments on posts, reels and videos.',
    instagram: { name: 'comments', asked: ['surface'] },
    bluesky: ['replyCount'],
  },
  saves: {
    kind: 'count',
    method: 'sum',
    definition: 'Saves of posts, reels and videos.',
    instagram: { name: 'saves', asked: ['surface'] },
  },
  shares: {
    kind: 'count',
    method: 'sum',
    definition: 'Shares of posts, stories, reels and videos.',
    instagram: { name: 'shares', asked: ['surface'] },
    bluesky: ['quoteCount'],
  },
  follows: {
    kind: 'count',
    method: 'sum',
    definition: `${follows} FOLLOWER: those that followed.`,
    instagram: {
      name: 'follows_and_unfollows',
      cell: { breakdown: 'follow_type', value: 'FOLLOWER' },
      asked: ['follow'],
    },
  },
  unfollows: {
    kind: 'count',
    method: 'sum',
    definition: `${follows} NON_FOLLOWER: those that unfollowed.`,
    instagram: {
      name: 'follows_and_unfollows',
      cell: { breakdown: 'follow_type', value: 'NON_FOLLOWER' },
      asked: ['follow'],
    },
  },
  engaged: {
    kind: 'people',
    method: 'bounds',
    definition: 'Accounts that interacted with content. Instagram estimates it.',
    instagram: { name: 'accounts_engaged', asked: ['plain'] },
  },
  replies: {
    kind: 'count',
    method: 'sum',
    definition: 'Replies to stories.',
    instagram: { name: 'replies', asked: ['plain'] },
  },
  reposts: {
    kind: 'count',
    method: 'sum',
    definition: 'Reposts of content.',
    instagram: { name: 'reposts', asked: ['plain'] },
    validFrom: sinceDecember2025,
  },
  profile_links_taps: {
    kind: 'count',
    method: 'sum',
    definition: 'Taps on the buttons of the profile.',
    instagram: { name: 'profile_links_taps', asked: ['plain', 'taps'] },
    parts: ['taps'],
  },
  profile_views: {
    kind: 'count',
    method: 'sum',
    definition: 'Visits to the profile.',
    instagram: { name: 'profile_views', asked: ['plain'] },
  },
  website_clicks: {
    kind: 'count',
    method: 'sum',
    definition: "Taps on the profile's website.",
    instagram: { name: 'website_clicks', asked: ['plain'] },
  },
  new_followers: {
    kind: 'count',
    method: 'sum',
    definition: 'New followers.',
    instagram: { name: 'follower_count', asked: ['series'] },
  },
  followers: {
    kind: 'level',
    method: 'last',
    definition: 'Followers at the time of the call.',
    instagram: { name: 'followers_count', asked: ['profile'] },
    bluesky: ['followersCount'],
    url: metaPages.accountFields,
  },
} as const satisfies Record<string, DayMetricRow>;
