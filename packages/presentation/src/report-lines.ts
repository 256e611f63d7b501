import {
  type ComparedAccount,
  type ComparedMetric,
  type ComparedValue,
  comparedMetrics,
  type NetworkMetrics,
  type ReportContent,
  type Timeseries,
} from '@tidemark/contract';
import type { TrendLine } from './trend-line.ts';

const colors = 10;

/** Returns an account's colour by its place in a report; the second ten have dashed lines. */
export function reportLook(index: number): { color: string; dashed: boolean } {
  return { color: `var(--s${(index % colors) + 1})`, dashed: index % (2 * colors) >= colors };
}

/** Returns whether networks have a card's metric; those without a list have all. */
export function hasCard(metrics: NetworkMetrics | null | undefined, card: NetworkMetrics['cards'][number]): boolean {
  return !metrics || metrics.cards.includes(card);
}

/** Lists the metrics in which accounts are compared: those that all their networks have. */
export function listComparedMetrics({ metrics }: Pick<ReportContent, 'metrics'>): ComparedMetric[] {
  return comparedMetrics.filter((metric) => hasCard(metrics, metric));
}

/** Returns one of an account's values; null if it is unknown in the range. */
export function findCompared(account: ComparedAccount | undefined, metric: ComparedMetric): ComparedValue | null {
  if (!account?.hasData || (metric === 'followers' && !account.hasFollowers)) return null;
  return account.metrics[metric];
}

/** Returns one line per account with data, in report order. */
export function toReportLines(
  { perAccount, previousPerAccount }: Pick<Timeseries, 'perAccount' | 'previousPerAccount'>,
  accounts: ReportContent['accounts'],
): TrendLine[] {
  return accounts.flatMap(({ accountId, name, picture }, index) => {
    const series = perAccount[accountId] ?? [];
    if (series.every(({ value }) => value === null)) return [];
    const previous = previousPerAccount?.[accountId] ?? null;
    return [{ id: accountId, name, picture, ...reportLook(index), series, previous }];
  });
}
