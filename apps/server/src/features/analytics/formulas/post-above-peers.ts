import { comparedPosts, type CurveMetric } from '@tidemark/contract';
import { listValuesAt } from './life-curve.ts';
import { type CurvedPost, toPostScore } from './post-score.ts';
import { robustDeviation } from './robust-band.ts';
import { median } from './sample.ts';

/** Metric by which posts are compared: views, or interactions where the network counts no views. */
export type PeerMetric = Extract<CurveMetric, 'views' | 'total_interactions'>;

export interface PostAbovePeers {
  metric: PeerMetric;
  ageMinutes: number;
  value: number;
  /** Median for earlier posts at the same age. */
  usual: number;
  /** Number of earlier posts compared with. */
  posts: number;
}

const hour = 60;
/** Earlier, a single lucky hour decides; later, it is no news. */
const minAgeMinutes = 24 * hour;
const maxAgeMinutes = 7 * 24 * hour;
const minPercentile = 95;
/** One post in twenty is above the 95th percentile; only a post far above it is worth an alert. */
const peerDeviations = 4.6;
/** Earlier posts used to tell how much posts vary: more than a score compares with. */
export const maxPeers = 60;
const minPeerDeviation = 0.2;
const minValue: Record<PeerMetric, number> = { views: 100, total_interactions: 20 };

/** Returns the metric by which an account's posts are compared. */
export function toPeerMetric(posts: readonly CurvedPost[]): PeerMetric {
  return posts.some(({ totals }) => totals.views !== null) ? 'views' : 'total_interactions';
}

/** Lists the ages at which a post was measured and is compared, ascending. */
export function listAlertAges({ curves }: CurvedPost, metric: PeerMetric): number[] {
  return curves[metric]
    .map(({ ageMinutes }) => ageMinutes)
    .filter((ageMinutes) => ageMinutes >= minAgeMinutes && ageMinutes <= maxAgeMinutes);
}

/**
 * Returns the post if it is above the 95th percentile at its age, and far above what is usual among earlier posts,
 * which are given newest first.
 */
export function findPostAbovePeers(
  post: CurvedPost,
  before: readonly CurvedPost[],
  metric: PeerMetric,
): PostAbovePeers | null {
  const compared = before.slice(0, comparedPosts);
  const { percentile, ageMinutes, value, posts } = toPostScore(post, compared, metric);
  if (percentile === null || ageMinutes === null || value === null || percentile <= minPercentile) return null;
  if (value < minValue[metric]) return null;
  const listAt = (peers: readonly CurvedPost[]) =>
    listValuesAt(
      peers.map(({ curves }) => curves[metric]),
      ageMinutes,
    ).filter((one) => one !== null);
  const logs = listAt(before).map((one) => Math.log1p(one));
  const deviation = Math.max(minPeerDeviation, robustDeviation(logs));
  if (Math.log1p(value) - median(logs) < peerDeviations * deviation) return null;
  return { metric, ageMinutes, value, usual: Math.round(median(listAt(compared))), posts };
}
