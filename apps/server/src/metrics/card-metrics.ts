import { cardCatalogue, type CardMetric, type CardRow, type OverviewMetricName } from '@tidemark/contract';
import type { DayMetricName } from './day-columns.ts';
import type { MetricRow } from './metric-row.ts';

export interface CardMetricRow extends Pick<MetricRow, 'kind' | 'definition'> {
  /** How a range is filled, in words. */
  method: string;
  /** Metrics of days that it is computed from. */
  parts: readonly (DayMetricName | 'reach_non_follower')[];
}

/** One row per card; titles and units are in the contract's catalogue. */
export const cardMetricRows = {
  followers: {
    kind: 'level',
    definition: 'Followers at the end of the period.',
    method: 'Followers on the last day of the period, added up over the accounts.',
    parts: ['followers'],
  },
  'follower-growth-rate': {
    kind: 'rate',
    definition: 'Growth of the follower count.',
    method: '(followers at the end − followers before the period) / followers before the period × 100.',
    parts: ['followers'],
  },
  views: {
    kind: 'count',
    definition: 'How often content was played or displayed.',
    method: 'Sum of the daily views that the network reports.',
    parts: ['views'],
  },
  reach: {
    kind: 'people',
    definition: 'Unique accounts that saw content at least once.',
    method: 'Unique people of the whole period where the network counts them, else an estimate with bounds.',
    parts: ['reach'],
  },
  total_interactions: {
    kind: 'count',
    definition: 'Likes, comments, saves, shares, replies and other interactions, minus those taken back.',
    method: 'Sum of the daily interactions that the network reports.',
    parts: ['interactions'],
  },
  'engagement-rate': {
    kind: 'rate',
    definition: 'Interactions per hundred accounts reached.',
    method: 'Interactions of the period / reach of the period × 100; a ratio of sums.',
    parts: ['interactions', 'reach'],
  },
  'conversion-rate': {
    kind: 'rate',
    definition: 'New followers per hundred non-followers reached.',
    method: 'New followers of the period / non-follower reach of the period × 100.',
    parts: ['follows', 'reach_non_follower'],
  },
  'engaged-audience': {
    kind: 'rate',
    definition: 'Accounts that interacted, per hundred followers. It can exceed 100.',
    method: 'Accounts engaged in the period / followers at its end × 100.',
    parts: ['engaged', 'followers'],
  },
  'virality-score': {
    kind: 'rate',
    definition: 'How far content travels beyond the first view.',
    method: '40 % share rate, 30 % save rate, 20 % comment rate, 10 % conversion; full marks at 2, 3, 1 and 5 %.',
    parts: ['shares', 'saves', 'comments', 'follows', 'reach', 'reach_non_follower'],
  },
} as const satisfies Record<CardMetric, CardMetricRow>;

/** Returns what a card's value counts, such as 'people'. */
export function toUnit(metric: OverviewMetricName): string {
  const { title, unit }: CardRow = cardCatalogue[metric];
  return unit ?? title.toLowerCase();
}

type CardPart = (typeof cardMetricRows)[CardMetric]['parts'][number];

/** Columns of days that cards sum, each once; followers are a level. */
export const summedColumns = [
  ...new Set(Object.values(cardMetricRows).flatMap(({ parts }): readonly CardPart[] => parts)),
].filter((column) => column !== 'followers');
