import type { AccountMetric, BreakdownPart, Evidence, PostMetric } from '@tidemark/contract';
import type { FigureColumn } from '../account-figures/queries.ts';

type Definition = Evidence['definitions'][number];

const accountInsights =
  'https://developers.facebook.com/documentation/instagram-platform/api-reference/instagram-user/insights';
const accountFields = 'https://developers.facebook.com/docs/instagram-platform/instagram-graph-api/reference/ig-user';
const mediaInsights =
  'https://developers.facebook.com/documentation/instagram-platform/reference/instagram-media/insights';

const toAccountDefinition = (name: string, text: string): Definition => ({ name, text, url: accountInsights });
const toPostDefinition = (name: string, text: string): Definition => ({ name, text, url: mediaInsights });

const toMoveDefinition = (cell: string, text: string) =>
  toPostDefinition(`navigation, by story_navigation_action_type: ${cell}`, text);

const reach = 'Accounts that saw content at least once, each counted once. Instagram estimates it.';
const follows = 'Accounts that followed and accounts that unfollowed.';

export const columnDefinitions: Record<FigureColumn, Definition> = {
  reach: toAccountDefinition('reach', reach),
  reach_non_follower: toAccountDefinition('reach, by follow_type', `${reach} NON_FOLLOWER: those that did not follow.`),
  engaged: toAccountDefinition('accounts_engaged', 'Accounts that interacted with content. Instagram estimates it.'),
  views: toAccountDefinition('views', 'Times that content was played or displayed.'),
  interactions: toAccountDefinition(
    'total_interactions',
    'Interactions with posts, stories, reels and videos, including on ads.',
  ),
  follows: toAccountDefinition('follows_and_unfollows, by follow_type', `${follows} FOLLOWER: those that followed.`),
  comments: toAccountDefinition('comments', 'Comments on posts, reels and videos.'),
  saves: toAccountDefinition('saves', 'Saves of posts, reels and videos.'),
  shares: toAccountDefinition('shares', 'Shares of posts, stories, reels and videos.'),
  followers: { name: 'followers_count', text: 'Followers at the time of the call.', url: accountFields },
};

const partNames = {
  views: columnDefinitions.views,
  reach: columnDefinitions.reach,
  total_interactions: columnDefinitions.interactions,
} as const satisfies Record<AccountMetric, Definition>;
const partTexts: Record<BreakdownPart['dimension'], string> = {
  media_product_type: 'Split by the kind of content; Instagram may count a person in several.',
  follow_type: 'Split by whether the account followed at the time.',
  interaction_type: 'Instagram counts likes, comments, saves and shares as metrics of their own.',
};

export function toPartDefinition(metric: AccountMetric, dimension: BreakdownPart['dimension']): Definition {
  const { name, text, url } = partNames[metric];
  const isOwn = dimension === 'interaction_type';
  return {
    name: isOwn ? `${name}, and its kinds` : `${name}, by ${dimension}`,
    text: `${text} ${partTexts[dimension]}`,
    url,
  };
}

export const audienceDefinitions = {
  follower_demographics: toAccountDefinition(
    'follower_demographics',
    'Followers by age and gender, country and city, at the time of the call: the 45 largest groups.',
  ),
  online_followers: toAccountDefinition('online_followers', 'Followers who were on Instagram, by hour of the day.'),
} as const;

const interactions = toPostDefinition(
  'total_interactions',
  'Likes, saves, comments and shares, minus those taken back.',
);
const postReach = toPostDefinition('reach', 'Accounts that saw the post at least once. Instagram estimates it.');

export const postDefinitions: Record<PostMetric, Definition[]> = {
  views: [toPostDefinition('views', 'Times that the post was played or displayed.')],
  reach: [postReach],
  total_interactions: [interactions],
  engagement_rate: [interactions, postReach],
  likes: [toPostDefinition('likes', 'Likes of the post.')],
  comments: [toPostDefinition('comments', 'Comments on the post.')],
  saved: [toPostDefinition('saved', 'Accounts that saved the post.')],
  shares: [toPostDefinition('shares', 'Shares of the post.')],
  reposts: [toPostDefinition('reposts', 'Reposts of the post.')],
  follows: [toPostDefinition('follows', 'Accounts that followed because of the post.')],
  profile_visits: [toPostDefinition('profile_visits', 'Visits to the profile after seeing the post.')],
  replies: [toPostDefinition('replies', 'Replies to the story; 0 for accounts in Europe and Japan.')],
  ig_reels_avg_watch_time: [
    toPostDefinition('ig_reels_avg_watch_time', 'Average time that the reel was played, in milliseconds.'),
  ],
  skip_rate: [toPostDefinition('reels_skip_rate', 'Percentage of plays that ended within the first three seconds.')],
  total_views: [toPostDefinition('total_views', 'Views including those of ads and on Facebook.')],
  total_likes: [toPostDefinition('total_likes', 'Likes including those of ads and on Facebook.')],
  total_comments: [toPostDefinition('total_comments', 'Comments including those on ads and on Facebook.')],
  facebook_views: [toPostDefinition('facebook_views', 'Views of the reel on Facebook.')],
  taps_forward: [toMoveDefinition('TAP_FORWARD', 'Times someone went on to the next story.')],
  taps_back: [toMoveDefinition('TAP_BACK', 'Times someone went back to the previous story.')],
  swipes_forward: [toMoveDefinition('SWIPE_FORWARD', 'Times someone went on to the next account.')],
  exits: [toMoveDefinition('TAP_EXIT', 'Times someone left stories.')],
  crossposted_views: [toPostDefinition('crossposted_views', 'Views of the reel on Instagram and Facebook.')],
};

export const publishedDefinition = {
  name: 'media',
  text: 'Posts, reels and carousels that the account published, without stories.',
  url: 'https://developers.facebook.com/docs/instagram-platform/instagram-graph-api/reference/ig-user/media',
} satisfies Definition;

export const actionDefinition = toPostDefinition(
  'profile_activity, by action_type',
  'What people did on the profile after seeing the post.',
);
