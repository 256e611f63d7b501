import { type MediaCounts, type MediaMetricName, mediaMetricNames } from '@tidemark/contract';
import { mapNames } from '@tidemark/contract/map-names';
import { type DeltaColumn, deltaColumns } from '../../../metrics/post-columns.ts';
import { postMetrics } from '../../../metrics/post-metrics.ts';
import { engagementRate } from './rates.ts';

/** Null means that Instagram does not report the metric. */
export type KnownCounts = Record<DeltaColumn, number | null>;

/** Returns the requested metrics, by their names in the contract. */
export function toCounts(known: KnownCounts, names: readonly MediaMetricName[]): MediaCounts {
  return mapNames(mediaMetricNames, (name) =>
    name === 'impressions' || !names.includes(name) ? null : known[postMetrics[name].column],
  );
}

export function sumCounts(rows: readonly KnownCounts[]): KnownCounts {
  return mapNames(deltaColumns, (name) => {
    // Without rows the sum is 0; if no row reports the metric, it is null.
    let total: number | null = rows.length > 0 ? null : 0;
    for (const { [name]: value } of rows) if (value !== null) total = (total ?? 0) + value;
    return total;
  });
}

/** Clamps deltas, which may be negative because Instagram revises its totals; a negative rate is meaningless. */
export function toRate({ reach, interactions }: Pick<KnownCounts, 'reach' | 'interactions'>): number {
  return engagementRate({ interactions: Math.max(0, interactions ?? 0), reach: Math.max(0, reach ?? 0) });
}

export const missingCounts: KnownCounts = mapNames(deltaColumns, () => null);
