import type { AccountMetric, BreakdownPart, NetworkMetrics, PostMetricName } from '@tidemark/contract';

export interface PartOption {
  key: string;
  label: string;
  part: BreakdownPart;
}

const surfaces = {
  POST: 'Posts',
  REEL: 'Reels',
  CAROUSEL_CONTAINER: 'Carousels',
  STORY: 'Stories',
  AD: 'Ads',
  UNKNOWN: 'Unknown content',
};
const audiences = { FOLLOWER: 'Followers', NON_FOLLOWER: 'Non-followers', UNKNOWN: 'Unknown audience' };
const interactions = { LIKES: 'Likes', COMMENTS: 'Comments', SAVES: 'Saves', SHARES: 'Shares', OTHER: 'Other' };

const kinds: Readonly<Record<string, PostMetricName>> = {
  LIKES: 'likes',
  COMMENTS: 'comments',
  SAVES: 'saved',
  SHARES: 'shares',
};

/** Lists the parts that a metric's card shows; a network with some metrics has only kinds of interactions. */
export function listPartOptions(metric: AccountMetric, counted?: NetworkMetrics): PartOption[] {
  const isInteractions = metric === 'total_interactions';
  if (counted)
    return toOptions('interaction_type', isInteractions ? interactions : {}).filter(({ part: { value } }) => {
      const kind = kinds[value];
      return kind === undefined || counted.posts.includes(kind);
    });
  return [
    ...toOptions(isInteractions ? 'interaction_type' : 'follow_type', isInteractions ? interactions : audiences),
    ...toOptions('media_product_type', surfaces),
  ];
}

function toOptions(dimension: BreakdownPart['dimension'], labels: Record<string, string>): PartOption[] {
  return Object.entries(labels).map(([value, label]) => ({
    key: `${dimension} ${value}`,
    label,
    part: { dimension, value },
  }));
}
