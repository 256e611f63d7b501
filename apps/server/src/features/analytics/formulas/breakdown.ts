import type { AccountMetric, Breakdown } from '@tidemark/contract';

/** The sums of a metric and of its cells; null where no stored day has one. */
export interface MetricSums {
  total: number | null;
  post: number | null;
  reel: number | null;
  story: number | null;
  carousel: number | null;
  other: number | null;
  follower: number | null;
  nonFollower: number | null;
  likes: number | null;
  comments: number | null;
  saves: number | null;
  shares: number | null;
  completeDays: number;
  /** For one account over a window that Instagram counted itself. */
  uniqueReach: number | null;
}

/** The value, by surface, and by follower or not (interactions: by kind). Parts that Instagram never told are left out. */
export function toBreakdown(
  metric: AccountMetric,
  sums: MetricSums,
  { days, accounts }: { days: number; accounts: number },
): Breakdown {
  const covered = sums.completeDays === days * accounts;
  const countedOnce = metric !== 'reach' || (days === 1 && accounts === 1);
  const isUnique = metric === 'reach' && sums.uniqueReach !== null;
  const partsApprox = !(covered && countedOnce);
  const surface = table('media_product_type', [
    ['POST', sums.post],
    ['REEL', sums.reel],
    ['CAROUSEL_CONTAINER', sums.carousel],
    ['STORY', sums.story],
    ['UNKNOWN', sums.other === 0 ? null : sums.other],
  ]);
  const second =
    metric === 'total_interactions'
      ? table('interaction_type', [
          ['LIKES', sums.likes],
          ['COMMENTS', sums.comments],
          ['SAVES', sums.saves],
          ['SHARES', sums.shares],
        ])
      : table('follow_type', [
          ['FOLLOWER', sums.follower],
          ['NON_FOLLOWER', sums.nonFollower],
        ]);
  return {
    value: (isUnique ? sums.uniqueReach : sums.total) ?? 0,
    isApprox: !(covered && (countedOnce || isUnique)),
    breakdowns: [surface, second].map((part) => ({ ...part, isApprox: partsApprox })),
  };
}

function table(key: 'media_product_type' | 'follow_type' | 'interaction_type', parts: [string, number | null][]) {
  return {
    dimensionKeys: [key],
    results: parts.flatMap(([name, value]) => (value === null ? [] : [{ value, dimensionValues: [name] }])),
  };
}
