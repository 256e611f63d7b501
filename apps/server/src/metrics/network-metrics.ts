import { postMetricNames, type AccountType, type NetworkMetrics, type OverviewMetricName } from '@tidemark/contract';
import { listNames } from '@tidemark/contract/map-names';
import { cardMetricRows, type CardMetricRow } from './card-metrics.ts';
import { dayMetricRows } from './day-columns.ts';
import type { MetricRow } from './metric-row.ts';
import { postMetrics } from './post-metrics.ts';

/** Lists what a network has of the metrics: cards with all their parts, and metrics of posts. */
function listMetrics(has: (row: MetricRow) => boolean): NetworkMetrics {
  const days: readonly string[] = dayMetricRows.flatMap(([name, row]) => (has(row) ? name : []));
  const cards = listNames(cardMetricRows).filter((name) => {
    const { parts }: CardMetricRow = cardMetricRows[name];
    return parts.every((part) => days.includes(part));
  });
  return {
    cards: [...cards, 'post-activity' satisfies OverviewMetricName],
    posts: postMetricNames.filter((name) => has(postMetrics[name])),
  };
}

/** Names of the networks by type of account. */
export const networkNames: Readonly<Record<AccountType, string>> = {
  instagram_account: 'Instagram',
  facebook_page: 'Facebook',
  bluesky_account: 'Bluesky',
};

/** Metrics of the networks that do not have all; cards and columns of others do not exist there. */
export const networkMetrics: Partial<Record<AccountType, NetworkMetrics>> = {
  bluesky_account: listMetrics(({ bluesky }) => bluesky !== undefined),
};

/** Returns the metrics that all of these networks have; null if they have every metric. */
export function toCommonMetrics(types: readonly AccountType[]): NetworkMetrics | null {
  return types.reduce<NetworkMetrics | null>((common, type) => {
    const own = networkMetrics[type] ?? null;
    if (!common || !own) return common ?? own;
    return {
      cards: common.cards.filter((card) => own.cards.includes(card)),
      posts: common.posts.filter((metric) => own.posts.includes(metric)),
    };
  }, null);
}
