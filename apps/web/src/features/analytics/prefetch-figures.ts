import { accountMetrics, type Account, type AccountId } from '@tidemark/contract';
import type { QueryClient } from '@tanstack/react-query';
import { earliestDay, toFirstShownAccounts } from '#web/features/accounts/index.ts';
import { matchesMedia } from '#web/ui/use-media.ts';
import { annotationsQuery } from './annotations/annotations.query.ts';
import { activityQuery, topFormatQuery } from './audience-activity/activity.query.ts';
import { breakdownQuery } from './breakdowns/breakdown.query.ts';
import { demographicsQuery } from './demographics/demographics.query.ts';
import { firstCards } from './headline/use-headline.ts';
import { usualChangesQuery } from './headline/usual-changes.query.ts';
import { mediaQuery } from './highlights/media.query.ts';
import { labelsQuery } from './labels/labels.query.ts';
import { metricCardQuery } from './metric-cards/metric-card.query.ts';
import { comparedPeriod, periodSearch, toDay } from './period.ts';
import { publishedQuery } from './post-activity/published.query.ts';
import { insightsSearch } from './post-insights/insights-search.ts';
import { postsQuery } from './posts/posts.query.ts';
import { toView } from './posts-view/use-posts-view.ts';
import { timeseriesQuery } from './timeseries/timeseries.query.ts';
import { serverNow } from '#web/platform/server-clock.ts';

interface Address {
  accounts: readonly Account[];
  pathname: string;
  search: Record<string, unknown>;
}

/** Requests the data for the page at this address, in page order, before it is drawn. */
export function prefetchFigures(queries: QueryClient, { accounts, pathname, search }: Address): void {
  const accountIds = toFirstShownAccounts(accounts, { pathname, search });
  if (accountIds.length === 0) return;
  const period = comparedPeriod(periodSearch(search), toDay(serverNow()), earliestDay(accounts));
  if (insightsSearch(search).tab === 'post-insights') {
    const loaded = import('./post-insights/prefetch-insights.ts');
    // If its code fails to load, the tab itself says what is wrong.
    loaded.then(
      ({ prefetchInsights }) => prefetchInsights(queries, { accountIds, period, search }),
      () => undefined,
    );
    return;
  }
  prefetchFirstScreen(queries, accountIds, period);
  void queries.prefetchQuery(postsQuery(toView(search), accountIds, period));
  void queries.prefetchQuery(labelsQuery);
  void queries.prefetchQuery(demographicsQuery(accountIds, period));
  void queries.prefetchQuery(topFormatQuery(accountIds, period));
  // These are closed at first on a phone.
  if (isPhone()) return;
  void queries.prefetchQuery(activityQuery(accountIds, period));
  void queries.prefetchQuery(mediaQuery(accountIds, period));
}

function prefetchFirstScreen(
  queries: QueryClient,
  accountIds: AccountId[],
  period: ReturnType<typeof comparedPeriod>,
): void {
  const { previous, comparison } = period;
  for (const metric of firstCards) void queries.prefetchQuery(metricCardQuery(metric, accountIds, period));
  void queries.prefetchQuery(publishedQuery(accountIds, period));
  if (previous) void queries.prefetchQuery(publishedQuery(accountIds, previous));
  if (comparison === 'previous-period') void queries.prefetchQuery(usualChangesQuery(accountIds, period));
  // A phone shows only one at a time.
  for (const metric of isPhone() ? (['views'] as const) : accountMetrics) {
    void queries.prefetchQuery(breakdownQuery(metric, accountIds, period));
    void queries.prefetchQuery(timeseriesQuery(metric, accountIds, period));
  }
  void queries.prefetchQuery(annotationsQuery(accountIds, period));
}

const isPhone = () => matchesMedia('(width < 700px)');
