import { listNames } from '../map-names.ts';

// One row per metric. The server adds columns, networks and definitions to each: `apps/server/src/metrics/`.

export interface CardRow {
  title: string;
  /** Name for use in a sentence, unless it is the title in lower case. */
  word?: string;
  /** What the value counts, unless it is the title. */
  unit?: 'percent' | 'score' | 'people' | 'posts';
}

export const cardCatalogue = {
  'conversion-rate': { title: 'Conversion Rate', unit: 'percent' },
  'virality-score': { title: 'Virality Score', unit: 'score' },
  'engaged-audience': { title: 'Engaged Audience', unit: 'percent' },
  'engagement-rate': { title: 'Engagement Rate', unit: 'percent' },
  'follower-growth-rate': { title: 'Follower Growth', unit: 'percent' },
  followers: { title: 'Followers', word: 'follower count' },
  views: { title: 'Views' },
  reach: { title: 'Reach', unit: 'people' },
  total_interactions: { title: 'Interactions' },
  'post-activity': { title: 'Post Activity', unit: 'posts' },
} satisfies Record<string, CardRow>;

interface PostMetricRow {
  label: string;
  meaning: string;
  unit: 'count' | 'people' | 'percent' | 'milliseconds';
}

/** A post's lifetime metrics, in the order in which the API lists them. */
export const postCatalogue = {
  views: { label: 'Views', meaning: 'Times it was played or displayed', unit: 'count' },
  reach: { label: 'Reach', meaning: 'Accounts that saw it at least once', unit: 'people' },
  total_interactions: {
    label: 'Interactions',
    meaning: 'Likes, comments, saves, shares and reposts, minus those taken back',
    unit: 'count',
  },
  likes: { label: 'Likes', meaning: 'Likes it has now', unit: 'count' },
  comments: { label: 'Comments', meaning: 'Comments it has now', unit: 'count' },
  saved: { label: 'Saves', meaning: 'Accounts that saved it', unit: 'count' },
  shares: { label: 'Shares', meaning: 'Times it was sent or added to a story', unit: 'count' },
  reposts: { label: 'Reposts', meaning: 'Times it was reposted', unit: 'count' },
  follows: { label: 'Follows', meaning: 'New followers who came from it', unit: 'count' },
  profile_visits: {
    label: 'Profile visits',
    meaning: 'Visits to the profile that came from it',
    unit: 'count',
  },
  replies: { label: 'Replies', meaning: 'Replies to the story', unit: 'count' },
  engagement_rate: {
    label: 'Engagement rate',
    meaning: 'Interactions per hundred accounts reached',
    unit: 'percent',
  },
  ig_reels_avg_watch_time: {
    label: 'Average watch time',
    meaning: 'Average time per play',
    unit: 'milliseconds',
  },
  skip_rate: {
    label: 'Skip rate',
    meaning: 'Plays that ended within the first seconds',
    unit: 'percent',
  },
  total_views: {
    label: 'Views with ads',
    meaning: 'Including advertising and Facebook',
    unit: 'count',
  },
  total_likes: {
    label: 'Likes with ads',
    meaning: 'Including advertising and Facebook',
    unit: 'count',
  },
  total_comments: {
    label: 'Comments with ads',
    meaning: 'Including advertising and Facebook',
    unit: 'count',
  },
  facebook_views: {
    label: 'Views on Facebook',
    meaning: 'Views of the reel on Facebook, not included in its views here',
    unit: 'count',
  },
  crossposted_views: {
    label: 'Views on both',
    meaning: 'Views of the reel on Instagram and Facebook together',
    unit: 'count',
  },
  taps_forward: { label: 'Forward', meaning: 'Times someone went on to the next story', unit: 'count' },
  taps_back: {
    label: 'Back',
    meaning: 'Times someone went back to the previous story',
    unit: 'count',
  },
  swipes_forward: {
    label: 'Next account',
    meaning: 'Times someone went on to the next account',
    unit: 'count',
  },
  exits: { label: 'Exited', meaning: 'Times someone left stories', unit: 'count' },
} as const satisfies Record<string, PostMetricRow>;

export type OverviewMetricName = keyof typeof cardCatalogue;
export type PostMetricName = keyof typeof postCatalogue;
type StoryTap = 'taps_forward' | 'taps_back' | 'swipes_forward' | 'exits';
export type PostFigureName = Exclude<PostMetricName, StoryTap>;

export const postMetricNames = listNames(postCatalogue);

const storyTaps: readonly string[] = ['taps_forward', 'taps_back', 'swipes_forward', 'exits'] satisfies StoryTap[];
/** Metrics on a post's page: all but a story's taps. */
export const postFigureNames = postMetricNames.filter((name): name is PostFigureName => !storyTaps.includes(name));
