import type { PostMetricName } from '@tidemark/contract';
import { type MetricRow, sinceDecember2025, sinceVersion22 } from './metric-row.ts';

/** Requests that ask for a metric: lists of posts, posts one by one, live stories, and stories that are about to end. */
export type PostRequest = 'posts' | 'FEED' | 'REELS' | 'stories' | 'ending_stories';

/** How Instagram names a metric. */
interface InstagramMetric {
  name: string;
  /** Its row in a table of the metric; null for the rows that no other metric names. */
  cell?: { breakdown: string; value: string | null };
  /** A post's field that has it too. */
  field?: string;
  /** Empty for a metric with a request of its own. */
  asked: readonly PostRequest[];
  /** It does not exist for logins at Instagram. */
  isFacebookOnly?: true;
}

export interface PostMetricRow extends MetricRow {
  /** In `media`; null for a metric that is computed. */
  column: string | null;
  /** Networks that have it. */
  instagram: InstagramMetric | null;
  /** Metrics that it is computed from. */
  parts?: readonly PostMetricName[];
  /** Daily deltas are stored in `media_day`. */
  hasDeltas?: true;
  /** Stored at several ages of a post. */
  isMeasured?: true;
  /** Its name in exported files, unless it is the API's. */
  exportName?: string;
}

/** Stored, but not among a post's metrics in the API. */
type StoredOnly =
  `activity_${'bio_link' | 'call' | 'direction' | 'email' | 'text' | 'other'}` | 'link_clicks' | 'total_watch_time';

const move = (value: string) => ({
  name: 'navigation',
  cell: { breakdown: 'story_navigation_action_type', value },
  asked: [],
});
const activity = (value: string | null) => ({
  name: 'profile_activity',
  cell: { breakdown: 'action_type', value },
  asked: [],
});
const afterPost = 'What people did on the profile after seeing the post.';

/** One row per metric of a post, in the order in which Instagram is asked; labels are in the contract's catalogue. */
export const postMetrics = {
  reach: {
    column: 'reach',
    kind: 'people',
    definition: 'Accounts that saw the post at least once. Instagram estimates it.',
    instagram: { name: 'reach', asked: ['posts', 'stories'] },
    hasDeltas: true,
    isMeasured: true,
  },
  views: {
    column: 'views',
    kind: 'count',
    definition: 'Times that the post was played or displayed.',
    instagram: { name: 'views', asked: ['posts', 'stories'] },
    validFrom: sinceVersion22,
    hasDeltas: true,
    isMeasured: true,
  },
  likes: {
    column: 'likes',
    kind: 'count',
    definition: 'Likes of the post.',
    instagram: { name: 'likes', field: 'like_count', asked: ['posts'] },
    bluesky: ['likeCount'],
    hasDeltas: true,
    isMeasured: true,
  },
  comments: {
    column: 'comments',
    kind: 'count',
    definition: 'Comments on the post.',
    instagram: { name: 'comments', field: 'comments_count', asked: ['posts'] },
    bluesky: ['replyCount'],
    hasDeltas: true,
    isMeasured: true,
  },
  saved: {
    column: 'saved',
    kind: 'count',
    definition: 'Accounts that saved the post.',
    instagram: { name: 'saved', field: 'saved_count', asked: ['posts'] },
    hasDeltas: true,
    isMeasured: true,
    exportName: 'saves',
  },
  shares: {
    column: 'shares',
    kind: 'count',
    definition: 'Shares of the post.',
    instagram: { name: 'shares', field: 'shares_count', asked: ['posts', 'stories'] },
    bluesky: ['quoteCount'],
    hasDeltas: true,
    isMeasured: true,
  },
  total_interactions: {
    column: 'interactions',
    kind: 'count',
    definition: 'Likes, saves, comments and shares, minus those taken back.',
    instagram: { name: 'total_interactions', asked: ['posts', 'stories'] },
    bluesky: ['likeCount', 'replyCount', 'repostCount', 'quoteCount'],
    hasDeltas: true,
    isMeasured: true,
    exportName: 'interactions',
  },
  engagement_rate: {
    column: null,
    kind: 'rate',
    definition: 'Interactions per hundred accounts reached.',
    instagram: null,
    parts: ['total_interactions', 'reach'],
  },
  follows: {
    column: 'follows',
    kind: 'count',
    definition: 'Accounts that followed because of the post.',
    instagram: { name: 'follows', asked: ['FEED', 'stories'] },
    hasDeltas: true,
  },
  profile_visits: {
    column: 'profile_visits',
    kind: 'count',
    definition: 'Visits to the profile after seeing the post.',
    instagram: { name: 'profile_visits', asked: ['FEED', 'stories'] },
  },
  replies: {
    column: 'replies',
    kind: 'count',
    definition: 'Replies to the story; 0 for accounts in Europe and Japan.',
    instagram: { name: 'replies', asked: ['stories'] },
  },
  ig_reels_avg_watch_time: {
    column: 'average_watch_ms',
    kind: 'rate',
    definition: 'Average time that the reel was played, in milliseconds.',
    instagram: { name: 'ig_reels_avg_watch_time', asked: ['REELS'] },
    exportName: 'average_watch_ms',
  },
  total_watch_time: {
    column: 'total_watch_ms',
    kind: 'count',
    definition: 'Time that the reel was played in all, in milliseconds.',
    instagram: { name: 'ig_reels_video_view_total_time', asked: ['REELS'] },
  },
  reposts: {
    column: 'reposts',
    kind: 'count',
    definition: 'Reposts of the post.',
    instagram: { name: 'reposts', field: 'reposts_count', asked: ['FEED', 'REELS', 'stories'] },
    bluesky: ['repostCount'],
    validFrom: sinceDecember2025,
  },
  skip_rate: {
    column: 'skip_rate',
    kind: 'rate',
    definition: 'Percentage of plays that ended within the first three seconds.',
    instagram: { name: 'reels_skip_rate', asked: ['REELS'] },
    validFrom: sinceDecember2025,
  },
  total_views: {
    column: 'total_views',
    kind: 'count',
    definition: 'Views including those of ads and on Facebook.',
    instagram: { name: 'total_views', field: 'total_views_count', asked: ['FEED', 'REELS'], isFacebookOnly: true },
    exportName: 'views_with_ads',
  },
  total_likes: {
    column: 'total_likes',
    kind: 'count',
    definition: 'Likes including those of ads and on Facebook.',
    instagram: { name: 'total_likes', field: 'total_like_count', asked: ['FEED', 'REELS'], isFacebookOnly: true },
    exportName: 'likes_with_ads',
  },
  total_comments: {
    column: 'total_comments',
    kind: 'count',
    definition: 'Comments including those on ads and on Facebook.',
    instagram: {
      name: 'total_comments',
      field: 'total_comments_count',
      asked: ['FEED', 'REELS'],
      isFacebookOnly: true,
    },
    exportName: 'comments_with_ads',
  },
  facebook_views: {
    column: 'facebook_views',
    kind: 'count',
    definition: 'Views of the reel on Facebook.',
    instagram: { name: 'facebook_views', asked: ['REELS'] },
    validFrom: sinceDecember2025,
  },
  crossposted_views: {
    column: 'crossposted_views',
    kind: 'count',
    definition: 'Views of the reel on Instagram and Facebook.',
    instagram: { name: 'crossposted_views', asked: ['REELS'] },
    validFrom: sinceDecember2025,
  },
  link_clicks: {
    column: 'link_clicks',
    kind: 'count',
    definition: "Taps on the story's link.",
    instagram: { name: 'link_clicks', asked: ['ending_stories'], isFacebookOnly: true },
  },
  taps_forward: {
    column: 'taps_forward',
    kind: 'count',
    definition: 'Times someone went on to the next story.',
    instagram: move('TAP_FORWARD'),
  },
  taps_back: {
    column: 'taps_back',
    kind: 'count',
    definition: 'Times someone went back to the previous story.',
    instagram: move('TAP_BACK'),
  },
  exits: { column: 'exits', kind: 'count', definition: 'Times someone left stories.', instagram: move('TAP_EXIT') },
  swipes_forward: {
    column: 'swipes_forward',
    kind: 'count',
    definition: 'Times someone went on to the next account.',
    instagram: move('SWIPE_FORWARD'),
  },
  activity_bio_link: {
    column: 'activity_bio_link',
    kind: 'count',
    definition: afterPost,
    instagram: activity('BIO_LINK_CLICKED'),
  },
  activity_call: { column: 'activity_call', kind: 'count', definition: afterPost, instagram: activity('CALL') },
  activity_direction: {
    column: 'activity_direction',
    kind: 'count',
    definition: afterPost,
    instagram: activity('DIRECTION'),
  },
  activity_email: { column: 'activity_email', kind: 'count', definition: afterPost, instagram: activity('EMAIL') },
  activity_text: { column: 'activity_text', kind: 'count', definition: afterPost, instagram: activity('TEXT') },
  activity_other: { column: 'activity_other', kind: 'count', definition: afterPost, instagram: activity(null) },
} as const satisfies Record<PostMetricName | StoredOnly, PostMetricRow>;
