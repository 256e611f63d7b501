import type { MediaItem, MediaMetrics, MediaType, PostRow } from '@tidemark/contract';
import { engagementRate } from './rates.ts';

export function mediaTypeOf({
  product_type,
  media_type,
}: {
  product_type: PostRow['productType'];
  media_type: PostRow['type'];
}): MediaType {
  if (product_type === 'STORY') return 'story';
  if (media_type === 'CAROUSEL_ALBUM') return 'carousel';
  if (product_type === 'REELS') return 'reel';
  return media_type === 'VIDEO' ? 'video' : 'image';
}

/** What a media gained in a period. */
export interface Gains {
  reach: number;
  views: number;
  likes: number;
  comments: number;
  saved: number;
  shares: number;
  interactions: number;
  follows: number;
}

const none: Gains = { reach: 0, views: 0, likes: 0, comments: 0, saved: 0, shares: 0, interactions: 0, follows: 0 };

interface MediaFacts {
  /** The row that the posts grid shows of it. */
  post: PostRow;
  mediaType: MediaType;
  day: string;
  gains: Gains | undefined;
  previousGains: Gains | undefined;
  /** The last day of the period before. */
  previousTo: string;
}

export function toMediaItem({ post, mediaType, day, gains, previousGains, previousTo }: MediaFacts): MediaItem {
  return {
    mediaId: post.id,
    accountId: post.accountRef,
    mediaType,
    timestamp: post.timestamp,
    day,
    permalink: post.permalink,
    mediaUrl: post.mediaUrl,
    thumbnailUrl: post.thumbnailUrl,
    caption: post.caption,
    hashtags: post.hashtags,
    mentions: post.mentions,
    collaborators: post.collaborators,
    productType: post.productType,
    metadata: { mediaProductType: post.productType },
    metrics: ofGains(gains ?? none, post),
    previousPeriodMetrics: day > previousTo ? null : ofGains(previousGains ?? none, post),
    lifetimeMetrics: {
      reach: post.reach,
      views: post.views,
      likes: post.likes,
      comments: post.comments,
      saved: post.saved,
      shares: post.shares,
      total_interactions: post.totalInteractions,
      follows: post.follows,
      engagement_rate: post.engagementRate,
      ig_reels_avg_watch_time: post.ig_reels_avg_watch_time,
    },
  };
}

/** A figure that Instagram has never told of the media stays unknown, whatever the sums say. */
function ofGains(gains: Gains, post: PostRow): MediaMetrics {
  const known = (total: number | null, gain: number) => (total === null ? null : gain);
  return {
    reach: known(post.reach, gains.reach),
    views: known(post.views, gains.views),
    likes: known(post.likes, gains.likes),
    comments: known(post.comments, gains.comments),
    saved: known(post.saved, gains.saved),
    shares: known(post.shares, gains.shares),
    total_interactions: known(post.totalInteractions, gains.interactions),
    follows: known(post.follows, gains.follows),
    // Instagram revises its totals: a gain may be negative, a rate of it means nothing.
    engagement_rate: engagementRate({
      interactions: Math.max(0, gains.interactions),
      reach: Math.max(0, gains.reach),
    }),
  };
}
