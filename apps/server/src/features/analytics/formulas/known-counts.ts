import type { MediaCounts, MediaMetricName } from '@tidemark/contract';
import { engagementRate } from './rates.ts';

/** Null means that Instagram does not report the metric. */
export interface KnownCounts {
  reach: number | null;
  views: number | null;
  likes: number | null;
  comments: number | null;
  saved: number | null;
  shares: number | null;
  interactions: number | null;
  follows: number | null;
}

const countNames = ['reach', 'views', 'likes', 'comments', 'saved', 'shares', 'interactions', 'follows'] as const;

/** Returns the requested metrics, by their names in the contract. */
export function toCounts(known: KnownCounts, names: readonly MediaMetricName[]): MediaCounts {
  const reported = (name: MediaMetricName, value: number | null) => (names.includes(name) ? value : null);
  return {
    reach: reported('reach', known.reach),
    impressions: null,
    views: reported('views', known.views),
    likes: reported('likes', known.likes),
    comments: reported('comments', known.comments),
    saved: reported('saved', known.saved),
    shares: reported('shares', known.shares),
    total_interactions: reported('total_interactions', known.interactions),
    follows: reported('follows', known.follows),
  };
}

export function sumCounts(rows: readonly KnownCounts[]): KnownCounts {
  const sum = (name: (typeof countNames)[number]) => {
    // Without rows the sum is 0; if no row reports the metric, it is null.
    let total: number | null = rows.length > 0 ? null : 0;
    for (const { [name]: value } of rows) if (value !== null) total = (total ?? 0) + value;
    return total;
  };
  return {
    reach: sum('reach'),
    views: sum('views'),
    likes: sum('likes'),
    comments: sum('comments'),
    saved: sum('saved'),
    shares: sum('shares'),
    interactions: sum('interactions'),
    follows: sum('follows'),
  };
}

/** Clamps deltas, which may be negative because Instagram revises its totals; a negative rate is meaningless. */
export function toRate({ reach, interactions }: Pick<KnownCounts, 'reach' | 'interactions'>): number {
  return engagementRate({ interactions: Math.max(0, interactions ?? 0), reach: Math.max(0, reach ?? 0) });
}

export const missingCounts: KnownCounts = {
  reach: null,
  views: null,
  likes: null,
  comments: null,
  saved: null,
  shares: null,
  interactions: null,
  follows: null,
};
