import {
  type AccountId,
  compareLabels,
  type LabelMetric,
  listLabels,
  listLabelTests,
  listPostLabels,
  maxPostsAtOnce,
} from '@tidemark/contract';
import { type QueryClient, queryOptions, skipToken } from '@tanstack/react-query';
import { call } from '#web/platform/call.ts';
import { queryKeys } from '#web/platform/query-keys.ts';
import { keepPreviousFigures } from '../keep-previous-data.ts';
import { type DayRange, endInstant, startInstant, viewerTimeZone } from '../period.ts';

export interface LabelledPost {
  accountId: AccountId;
  mediaId: string;
}

export const labelsQuery = queryOptions({
  queryKey: queryKeys.labels,
  queryFn: ({ signal }) => call(listLabels, undefined, signal),
});

const names = { comparison: 'label-comparison', tests: 'label-tests', posts: 'post-labels' } as const;

export function labelComparisonQuery(accountIds: AccountId[], { from, to }: DayRange, metric: LabelMetric) {
  return queryOptions({
    queryKey: queryKeys.analytics(names.comparison, { from, to, metric, accountIds }),
    queryFn:
      accountIds.length === 0
        ? skipToken
        : ({ signal }) =>
            call(
              compareLabels,
              {
                body: {
                  accountIds,
                  startDate: startInstant(from),
                  endDate: endInstant(to),
                  timeZone: viewerTimeZone(),
                  metric,
                },
              },
              signal,
            ),
    placeholderData: keepPreviousFigures(accountIds),
  });
}

/** Of all accounts of the viewer. */
export function labelTestsQuery(accountIds: AccountId[]) {
  return queryOptions({
    queryKey: queryKeys.analytics(names.tests, { accountIds }),
    queryFn: ({ signal }) => call(listLabelTests, { body: { timeZone: viewerTimeZone() } }, signal),
  });
}

/** The labels of at most 200 posts. */
export function postLabelsQuery(posts: readonly LabelledPost[]) {
  const asked = posts.slice(0, maxPostsAtOnce).map(({ accountId, mediaId }) => ({ accountId, mediaId }));
  return queryOptions({
    queryKey: queryKeys.analytics(names.posts, {
      accountIds: [...new Set(asked.map(({ accountId }) => accountId))],
      posts: asked.map(({ mediaId }) => mediaId),
    }),
    queryFn:
      asked.length === 0
        ? skipToken
        : ({ signal }) => call(listPostLabels, { body: { posts: asked, timeZone: viewerTimeZone() } }, signal),
    placeholderData: (last) => last,
  });
}

/** After a label or its posts have changed. */
export async function refetchLabels(queries: QueryClient): Promise<void> {
  await Promise.all([
    queries.invalidateQueries({ queryKey: labelsQuery.queryKey }),
    ...Object.values(names).map((name) => queries.invalidateQueries({ queryKey: ['analytics', name] })),
  ]);
}
