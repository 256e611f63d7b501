import type { AccountMetric, BreakdownPart } from '@tidemark/contract';

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

/** Lists the parts that a metric's card shows. */
export function listPartOptions(metric: AccountMetric): PartOption[] {
  const isInteractions = metric === 'total_interactions';
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
