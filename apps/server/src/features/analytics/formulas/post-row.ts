import { thumbnailAddress, type PostRow } from '@tidemark/contract';
import type { KnownCounts } from './known-counts.ts';
import { engagementRate } from './rates.ts';

export interface PostFacts extends KnownCounts {
  account_id: string;
  media_id: string;
  product_type: PostRow['productType'];
  media_type: PostRow['type'];
  caption: string;
  permalink: string | null;
  media_url: string | null;
  thumbnail_url: string | null;
  thumbnail_key: string | null;
  username: string | null;
  published_at: Date;
  hashtags: string[];
  mentions: string[];
  collaborators: string[];
  reposts: number | null;
  known_replies: number | null;
  total_views: number | null;
  total_likes: number | null;
  total_comments: number | null;
  facebook_views: number | null;
  crossposted_views: number | null;
  is_collaboration: boolean;
  average_watch_ms: number | null;
  taps_forward: number | null;
  taps_back: number | null;
  exits: number | null;
  virality: number;
}

/** Returns a row for the posts grid. `deltas` has a number for each day that was observed from start to end. */
export function toPostRow(
  facts: PostFacts,
  { days, deltas, virilityMax }: { days: string[]; deltas: ReadonlyMap<string, number>; virilityMax: number },
): PostRow {
  const reachSeries = days.map((date) => ({ date, value: deltas.get(date) ?? null }));
  const known = reachSeries.flatMap(({ value }) => (value === null ? [] : [value]));
  const half = Math.floor(known.length / 2);
  return {
    id: facts.media_id,
    platform: 'instagram',
    productType: facts.product_type,
    type: facts.media_type,
    isCarousel: facts.media_type === 'CAROUSEL_ALBUM',
    isVideo: facts.media_type === 'VIDEO',
    isStory: facts.product_type === 'STORY',
    caption: facts.caption,
    timestamp: facts.published_at.toISOString(),
    permalink: safeLink(facts.permalink),
    mediaUrl: safeLink(facts.media_url),
    thumbnailUrl:
      facts.thumbnail_key === null ? safeLink(facts.thumbnail_url) : toThumbnailUrl(facts, facts.thumbnail_key),
    author: { name: facts.username ?? '' },
    accountRef: facts.account_id,
    hashtags: facts.hashtags,
    mentions: facts.mentions,
    collaborators: facts.collaborators,
    reachSeries,
    reachTotal: facts.reach ?? 0,
    engagementRate: engagementRate({ interactions: facts.interactions ?? 0, reach: facts.reach ?? 0 }),
    virilityScore: facts.virality,
    virilityMax,
    impressions: null,
    views: facts.views,
    likes: facts.likes,
    comments: facts.comments,
    follows: facts.follows,
    saved: facts.saved,
    shares: facts.shares,
    reposts: facts.reposts,
    totalInteractions: facts.interactions,
    total_views: facts.total_views,
    total_likes: facts.total_likes,
    total_comments: facts.total_comments,
    facebook_views: facts.facebook_views,
    crossposted_views: facts.crossposted_views,
    isCollaboration: facts.is_collaboration,
    ig_reels_avg_watch_time: facts.average_watch_ms,
    reach: facts.reach,
    taps_forward: facts.taps_forward,
    taps_back: facts.taps_back,
    exits: facts.exits,
    replies: facts.known_replies,
    trendUp: sum(known.slice(known.length - half)) >= sum(known.slice(0, half)),
  };
}

/** Returns our copy's URL, which does not expire, unlike Instagram's. */
export function toThumbnailUrl(
  { account_id: accountId, media_id: mediaId }: Pick<PostFacts, 'account_id' | 'media_id'>,
  key: string,
): string {
  return thumbnailAddress({ accountId, mediaId, key });
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** Returns only web URLs: a caption's author must not be able to inject other schemes. */
export function safeLink(address: string | null): string | null {
  return address && /^https?:\/\//i.test(address) ? address : null;
}
