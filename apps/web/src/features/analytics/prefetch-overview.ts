import { accountMetrics, type Account, type AccountId } from '@tidemark/contract';
import type { QueryClient } from '@tanstack/react-query';
import { earliestDay, toFirstShownAccounts } from '#web/features/accounts/index.ts';
import { matchesMedia } from '#web/ui/use-media.ts';
import { activityQuery, topFormatQuery } from './audience-activity/activity.query.ts';
import { breakdownQuery } from './breakdowns/breakdown.query.ts';
import { demographicsQuery } from './demographics/demographics.query.ts';
import { headlineMetrics } from './headline/use-headline.ts';
import { usualChangesQuery } from './headline/usual-changes.query.ts';
import { mediaQuery } from './highlights/media.query.ts';
import { metricCardQuery } from './metric-cards/metric-card.query.ts';
import { chosenRange, periodSearch, previousRange, toDay, type DayRange } from './period.ts';
import { publishedQuery } from './post-activity/published.query.ts';
import { insightsSearch } from './post-insights/insights-search.ts';
import { postsQuery } from './posts/posts.query.ts';
import { toView } from './posts/use-posts-view.ts';
import { timeseriesQuery } from './timeseries/timeseries.query.ts';

interface Address {
  accounts: readonly Account[];
  pathname: string;
  search: Record<string, unknown>;
}

/** Requests what the Overview at this address shows, in page order, before it is drawn. */
export function prefetchOverview(queries: QueryClient, { accounts, pathname, search }: Address): void {
  if (insightsSearch(search).tab === 'post-insights') return;
  const accountIds = toFirstShownAccounts(accounts, { pathname, search });
  if (accountIds.length === 0) return;
  const range = chosenRange(periodSearch(search), toDay(new Date()), earliestDay(accounts));
  prefetchFirstScreen(queries, accountIds, range);
  void queries.prefetchQuery(postsQuery(toView(search), accountIds, range));
  void queries.prefetchQuery(demographicsQuery(accountIds, range));
  void queries.prefetchQuery(topFormatQuery(accountIds, range));
  // On a phone, these are closed at first.
  if (isPhone()) return;
  void queries.prefetchQuery(activityQuery(accountIds, range));
  void queries.prefetchQuery(mediaQuery(accountIds, range));
}

function prefetchFirstScreen(queries: QueryClient, accountIds: AccountId[], range: DayRange): void {
  const previous = previousRange(range);
  const compared = { ...range, previousFrom: previous.from, previousTo: previous.to };
  for (const metric of headlineMetrics) void queries.prefetchQuery(metricCardQuery(metric, accountIds, compared));
  void queries.prefetchQuery(publishedQuery(accountIds, range));
  void queries.prefetchQuery(publishedQuery(accountIds, previous));
  void queries.prefetchQuery(usualChangesQuery(accountIds, range));
  // A phone shows one of them at a time.
  for (const metric of isPhone() ? (['views'] as const) : accountMetrics) {
    void queries.prefetchQuery(breakdownQuery(metric, accountIds, range));
    void queries.prefetchQuery(timeseriesQuery(metric, accountIds, range));
  }
}

const isPhone = () => matchesMedia('(width < 700px)');
