import { addDays, type MetricCard, type NetworkMetrics } from '@tidemark/contract';
import type { RawBuilder } from 'kysely';
import { countPublished, type PublishedRequest } from '../export/published-days.ts';
import { toChange } from '../formulas/change.ts';
import { toExactFigure } from '../formulas/exactness.ts';
import { countPeriodDays, type Period } from '../formulas/period.ts';
import { listPublished } from '../highlights/queries.ts';
import { type CardDeps, findGapEnd } from '../metric-cards/load-card.ts';
import { loadFigures } from '../account-figures/load-figures.ts';

export interface SectionDeps extends CardDeps {
  now: Date;
  dayZone: string;
}

export interface SectionRequest extends PublishedRequest {
  /** Limits the top posts; null for all. The name is null once the owner has deleted the label. */
  label: { name: string | null; condition: RawBuilder<boolean> } | null;
  /** What the accounts' networks have; null for all. */
  metrics: NetworkMetrics | null;
}

/** Loads posts published in the range, compared over its closed days. */
export async function loadPublished(deps: SectionDeps, request: PublishedRequest): Promise<MetricCard> {
  const { scope, periods } = request;
  const { posts, approx, days } = await countPublished(deps, request);
  const closed = days.filter(({ isClosed }) => isClosed);
  const noDataBefore = periods.previous
    ? await findGapEnd(deps.db, scope, await loadFigures(deps, scope, [], periods.previous))
    : null;
  const isCompared = periods.previous !== null && noDataBefore === null && closed.length > 0;
  const previous =
    isCompared && periods.previous ? await countBefore(deps, request, periods.previous, closed.length) : null;
  const now = closed.reduce((sum, { value }) => sum + value, 0);
  return {
    current: posts,
    ...toChange(previous === null ? null : { own: { current: toExactFigure(now), previous: toExactFigure(previous) } }),
    previousApprox: null,
    isApprox: approx !== null,
    approx,
    comparison: { days: isCompared ? closed.length : 0, of: countPeriodDays(periods.current), noDataBefore },
    series: days,
  };
}

async function countBefore({ db }: SectionDeps, { scope, zone }: PublishedRequest, { from }: Period, days: number) {
  const rows = await listPublished(db, scope, { period: { from, to: addDays(from, days - 1) }, zone });
  return rows.filter(({ product_type }) => product_type !== 'STORY').length;
}
