import type { AccountId } from '@tidemark/contract';
import type { QueryClient } from '@tanstack/react-query';
import { type Period } from '#web/features/periods/index.ts';
import { toInsightsView } from './insights-search.ts';
import { aggregateQuery, opportunitiesQuery, stripQuery } from './insights.query.ts';

interface InsightsAddress {
  accountIds: AccountId[];
  period: Pick<Period, 'from' | 'to' | 'previous'>;
  search: Record<string, unknown>;
}

/** Requests the data for Post Insights at this address, before the page is drawn. */
export function prefetchInsights(queries: QueryClient, { accountIds, period, search }: InsightsAddress): void {
  const { picked, filterMode } = toInsightsView(search);
  void queries.prefetchQuery(aggregateQuery(accountIds, period, picked));
  void queries.prefetchQuery(opportunitiesQuery(accountIds, period.to, picked));
  void queries.prefetchInfiniteQuery(stripQuery(accountIds, period, filterMode));
}
