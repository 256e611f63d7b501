import { accountMetrics, type Account } from '@tidemark/contract';
import type { QueryClient } from '@tanstack/react-query';
import { earliestDay, toFirstShownAccounts } from '#web/features/accounts/index.ts';
import { annotationsQuery } from '#web/features/annotations/index.ts';
import { activityQuery, topFormatQuery, demographicsQuery } from '#web/features/audience/index.ts';
import { labelsQuery } from '#web/features/labels/index.ts';
import { timeseriesQuery } from '#web/features/metrics/index.ts';
import { comparedPeriod, periodSearch } from '#web/features/periods/index.ts';
import { toDay } from '#web/platform/time-zone.ts';
import { loadPrefetchInsights, insightsSearch } from '#web/features/post-insights/index.ts';
import { postsQuery, toView } from '#web/features/posts/index.ts';
import { firstMove } from '#web/ui/first-move.ts';
import { matchesMedia } from '#web/ui/use-media.ts';
import { breakdownQuery } from './breakdowns/breakdown.query.ts';
import { firstCards } from './headline/use-headline.ts';
import { usualChangesQuery } from './headline/usual-changes.query.ts';
import { mediaQuery } from './highlights/media.query.ts';
import { metricCardQuery } from './metric-cards/metric-card.query.ts';
import { publishedQuery } from './post-activity/published.query.ts';
import { serverNow } from '#web/platform/server-clock.ts';
import { userQuery } from '#web/platform/session/user.query.ts';
import { listTabs } from './analytics-tabs.tsx';

interface Address {
  accounts: readonly Account[];
  pathname: string;
  search: Record<string, unknown>;
}

/** Requests the data for the page at this address, in page order, before it is drawn. */
export function prefetchFigures(queries: QueryClient, { accounts, pathname, search }: Address): void {
  const accountIds = toFirstShownAccounts(accounts, { pathname, search });
  if (accountIds.length === 0) return;
  const period = toPeriod(accounts, search);
  const { tab } = insightsSearch(search);
  const role = queries.getQueryData(userQuery.queryKey)?.user.role ?? 'user';
  if (tab === 'post-insights' && listTabs(role).includes(tab)) {
    void loadPrefetchInsights().then((loaded) => loaded?.prefetchInsights(queries, { accountIds, period, search }));
    return;
  }
  prefetchFirstScreen(queries, { accounts, pathname, search });
  void firstMove.then(() => prefetchLowerPanels(queries, { accountIds, period, search }));
}

interface LowerPanels {
  accountIds: string[];
  period: ReturnType<typeof toPeriod>;
  search: Address['search'];
}

/** Requests what the panels below the window show, which are drawn once the user has done something. */
function prefetchLowerPanels(queries: QueryClient, { accountIds, period, search }: LowerPanels): void {
  void queries.prefetchQuery(labelsQuery);
  queries
    .fetchQuery(postsQuery(toView(search), accountIds, period))
    .then(async ({ rows }) => (await import('./lower-panels.ts')).prefetchPostLabels(queries, rows))
    .catch(() => undefined);
  void queries.prefetchQuery(demographicsQuery(accountIds, period));
  void queries.prefetchQuery(topFormatQuery(accountIds, period));
  // The last panels, which are closed at first on a phone.
  if (isPhone()) return;
  void queries.prefetchQuery(activityQuery(accountIds, period));
  void queries.prefetchQuery(mediaQuery(accountIds, period));
}

const toPeriod = (accounts: readonly Account[], search: Record<string, unknown>) =>
  comparedPeriod(periodSearch(search), toDay(serverNow()), earliestDay(accounts));

/** Requests what the Overview's first screen shows. */
export function prefetchFirstScreen(queries: QueryClient, { accounts, pathname, search }: Address): void {
  const accountIds = toFirstShownAccounts(accounts, { pathname, search });
  const period = toPeriod(accounts, search);
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
