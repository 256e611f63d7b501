import type { CardMetric } from '@tidemark/contract';
import { listNames } from '@tidemark/contract/map-names';
import { cardMetricRows } from './card-metrics.ts';
import { dayMetricRows } from './day-columns.ts';
import type { MetricRow, Redefinition } from './metric-row.ts';

export interface CardRedefinition extends Redefinition {
  /** Cards whose values before and after the day cannot be compared. */
  metrics: CardMetric[];
}

/** Lists the redefinitions in a range of days, oldest first. */
export function listRedefinitions(
  { from, to }: { from: string; to: string },
  rows: readonly (readonly [string, Pick<MetricRow, 'redefined'>])[] = dayMetricRows,
): CardRedefinition[] {
  return rows
    .flatMap(([column, { redefined = [] }]) => redefined.map((one) => ({ ...one, metrics: listCards(column) })))
    .filter(({ day }) => from <= day && day <= to)
    .toSorted((one, other) => (one.day < other.day ? -1 : Number(one.day > other.day)));
}

/** Returns the cards that are computed from a metric, or from its part among non-followers. */
function listCards(column: string): CardMetric[] {
  return listNames(cardMetricRows).filter((card) =>
    cardMetricRows[card].parts.some((part) => part === column || part === `${column}_non_follower`),
  );
}
