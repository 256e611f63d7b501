import type { ApproximationReason, MediaItem, MediaMetrics, MediaType, PostFormat, PostRow } from '@tidemark/contract';
import { mapNames } from '@tidemark/contract/map-names';
import { type DeltaColumn, deltaColumns } from '../../../metrics/post-columns.ts';
import { toExactness } from './exactness.ts';
import { engagementRate } from './rates.ts';

interface MediaKind {
  product_type: PostRow['productType'];
  media_type: PostRow['type'];
}

export function toPostFormat({ product_type, media_type }: MediaKind): PostFormat {
  if (product_type === 'STORY') return 'STORY';
  if (media_type === 'CAROUSEL_ALBUM') return 'CAROUSEL';
  return product_type === 'REELS' ? 'REEL' : 'POST';
}

export function toMediaType({ product_type, media_type }: MediaKind): MediaType {
  if (product_type === 'STORY') return 'story';
  if (media_type === 'CAROUSEL_ALBUM') return 'carousel';
  if (product_type === 'REELS') return 'reel';
  return media_type === 'VIDEO' ? 'video' : 'image';
}

/** A media item's deltas in a period. */
export type Deltas = Record<DeltaColumn, number>;

const none: Deltas = mapNames(deltaColumns, () => 0);

interface MediaFacts {
  /** The item's row in the posts grid. */
  post: PostRow;
  mediaType: MediaType;
  day: string;
  deltas: Deltas | undefined;
  previousDeltas: Deltas | undefined;
  /** True if published and synced in time for the previous period. */
  hasPrevious: boolean;
  reasons: readonly ApproximationReason[];
}

export function toMediaItem({
  post,
  mediaType,
  day,
  deltas,
  previousDeltas,
  hasPrevious,
  reasons,
}: MediaFacts): MediaItem {
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
    duration: null,
    children: null,
    hashtags: post.hashtags,
    mentions: post.mentions,
    collaborators: post.collaborators,
    coauthors: post.collaborators,
    productType: post.productType,
    metadata: { mediaProductType: post.productType },
    metrics: fromDeltas(deltas ?? none, post),
    previousPeriodMetrics: hasPrevious ? fromDeltas(previousDeltas ?? none, post) : null,
    ...toExactness(reasons),
    lifetimeMetrics: {
      reach: post.reach,
      impressions: post.impressions,
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

/** Returns null for a metric that Instagram never reported for the item, regardless of its deltas. */
function fromDeltas(deltas: Deltas, post: PostRow): MediaMetrics {
  const known = (total: number | null, delta: number) => (total === null ? null : delta);
  return {
    reach: known(post.reach, deltas.reach),
    impressions: post.impressions,
    views: known(post.views, deltas.views),
    likes: known(post.likes, deltas.likes),
    comments: known(post.comments, deltas.comments),
    saved: known(post.saved, deltas.saved),
    shares: known(post.shares, deltas.shares),
    total_interactions: known(post.totalInteractions, deltas.interactions),
    follows: known(post.follows, deltas.follows),
    // Deltas may be negative because Instagram revises its totals; a negative rate is meaningless.
    engagement_rate: engagementRate({
      interactions: Math.max(0, deltas.interactions),
      reach: Math.max(0, deltas.reach),
    }),
  };
}
