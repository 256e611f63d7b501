import type { PostMetric, ProfileAction } from '@tidemark/contract';
import type { PostPlace } from './find-used.ts';

/** Fields of a post that contain a metric if its insights do not. */
const fields: Partial<Record<PostMetric, string>> = {
  likes: 'like_count',
  comments: 'comments_count',
  saved: 'saved_count',
  shares: 'shares_count',
  reposts: 'reposts_count',
  total_views: 'total_views_count',
  total_likes: 'total_like_count',
  total_comments: 'total_comments_count',
};

const moves = {
  taps_forward: 'TAP_FORWARD',
  taps_back: 'TAP_BACK',
  swipes_forward: 'SWIPE_FORWARD',
  exits: 'TAP_EXIT',
} as const satisfies Partial<Record<PostMetric, string>>;

/** The place of a metric in an answer. */
export function toPostPlace(metric: PostMetric): PostPlace {
  if (metric in moves) return { insight: 'navigation', cell: moves[metric as keyof typeof moves], field: undefined }; // checked by `in`
  return { insight: metric === 'skip_rate' ? 'reels_skip_rate' : metric, field: fields[metric] };
}

/** Returns the metrics that a metric is computed from. */
export function toPostParts(metric: PostMetric): PostMetric[] {
  return metric === 'engagement_rate' ? ['total_interactions', 'reach'] : [metric];
}

const actions: Partial<Record<ProfileAction, string>> = {
  bio_link: 'BIO_LINK_CLICKED',
  call: 'CALL',
  direction: 'DIRECTION',
  email: 'EMAIL',
  text: 'TEXT',
};

/** The place of a profile action in an answer; null for actions that Instagram does not name. */
export function toActionPlace(action: ProfileAction): PostPlace | null {
  if (action === 'profile_visits' || action === 'link_clicks') return { insight: action, field: undefined };
  const cell = actions[action];
  return cell === undefined ? null : { insight: 'profile_activity', cell, field: undefined };
}
