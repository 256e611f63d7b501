import type { DayRecord, SurfaceCounts } from '../../world/day-record.ts';
import { surfaceInteractions, surfaces } from '../../world/day-record.ts';
import { countSurfaces } from '../../world/day-record.ts';

export type Period = 'day' | 'week' | 'days_28' | 'month' | 'lifetime' | 'total_over_range';
export type MetricType = 'total_value' | 'time_series';
export type Breakdown =
  'media_product_type' | 'follow_type' | 'contact_button_type' | 'age' | 'gender' | 'age,gender' | 'city' | 'country';

export interface AccountMetric {
  title: string;
  description: string;
  periods: Period[];
  types: MetricType[];
  breakdowns: Breakdown[];
  /** Instagram omits it below 100 followers. */
  needsFollowers: boolean;
}

function daily(title: string, description: string, breakdowns: Breakdown[] = []): AccountMetric {
  return { title, description, periods: ['day'], types: ['total_value'], breakdowns, needsFollowers: false };
}

const people: Breakdown[] = ['age', 'gender', 'age,gender', 'city', 'country'];

export const accountMetrics = {
  reach: {
    title: 'Reach',
    description: 'The number of unique accounts that have seen your content, at least once, including in ads.',
    periods: ['day', 'week', 'days_28'],
    types: ['time_series', 'total_value'],
    breakdowns: ['media_product_type', 'follow_type'],
    needsFollowers: false,
  },
  follower_count: {
    title: 'Follower Count',
    description: 'The number of new followers each day within the specified range.',
    periods: ['day'],
    types: ['time_series'],
    breakdowns: [],
    needsFollowers: true,
  },
  website_clicks: daily('Website clicks', 'The number of taps on the website link in this profile.'),
  profile_views: daily('Profile views', 'The number of times your profile was visited.'),
  online_followers: {
    title: 'Online followers',
    description: "Total number of this profile's followers who were online during the specified range.",
    periods: ['lifetime'],
    types: ['time_series'],
    breakdowns: [],
    needsFollowers: true,
  },
  accounts_engaged: daily(
    'Accounts engaged',
    'The number of accounts that have interacted with your content, including in ads.',
  ),
  total_interactions: daily(
    'Content interactions',
    'The total number of post, story, reel, video and live video interactions.',
    ['media_product_type'],
  ),
  likes: daily('Likes', 'The number of likes on your posts, reels, videos and live videos.', ['media_product_type']),
  comments: daily('Comments', 'The number of comments on your posts, reels, videos and live videos.', [
    'media_product_type',
  ]),
  shares: daily('Shares', 'The number of shares of your posts, stories, reels, videos and live videos.', [
    'media_product_type',
  ]),
  saves: daily('Saves', 'The number of saves of your posts, reels and videos.', ['media_product_type']),
  replies: daily(
    'Replies',
    'The number of replies you received from your story, including text replies and quick reaction replies.',
  ),
  engaged_audience_demographics: {
    title: 'Engaged audience demographics',
    description: 'The demographic characteristics of the engaged audience.',
    periods: ['lifetime'],
    types: ['total_value'],
    breakdowns: people,
    needsFollowers: true,
  },
  follower_demographics: {
    title: 'Follower demographics',
    description: 'The demographic characteristics of followers.',
    periods: ['lifetime'],
    types: ['total_value'],
    breakdowns: people,
    needsFollowers: true,
  },
  follows_and_unfollows: {
    ...daily(
      'Follows and unfollows',
      'The number of accounts that followed you and that unfollowed you or left Instagram.',
      ['follow_type'],
    ),
    needsFollowers: true,
  },
  profile_links_taps: daily(
    'Profile links taps',
    'The number of taps on your business address, call button, email button and text button.',
    ['contact_button_type'],
  ),
  views: daily('Views', 'The number of times your content was played or displayed.', [
    'follow_type',
    'media_product_type',
  ]),
  reposts: daily('Reposts', 'The number of times your content was reposted.'),
} satisfies Record<string, AccountMetric>;

export type AccountMetricName = keyof typeof accountMetrics;

/** Listed by the service, but not implemented by this stand-in. */
export const listedOnly = [
  'reached_audience_demographics',
  'threads_likes',
  'threads_replies',
  'threads_reposts',
  'quotes',
  'content_views',
];

export function isAccountMetric(name: string): name is AccountMetricName {
  return Object.hasOwn(accountMetrics, name);
}

type Counted = 'total_interactions' | 'likes' | 'comments' | 'shares' | 'saves' | 'views';

/** Returns one day's cells by surface, for metrics whose days can be added up. */
export function surfaceCells(metric: Counted, record: DayRecord): SurfaceCounts {
  return metric === 'total_interactions'
    ? countSurfaces((surface) => surfaceInteractions(record, surface))
    : record[metric];
}

export function addSurfaces(all: SurfaceCounts[]): SurfaceCounts {
  const sum = countSurfaces(() => 0);
  for (const cells of all) for (const surface of surfaces) sum[surface] += cells[surface];
  return sum;
}
