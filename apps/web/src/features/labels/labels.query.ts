import { type AccountId, listLabels, listPostLabels, maxPostsAtOnce } from '@tidemark/contract';
import { type QueryClient, queryOptions, skipToken } from '@tanstack/react-query';
import { call } from '#web/platform/call.ts';
import { queryKeys } from '#web/platform/query-keys.ts';
import { viewerTimeZone } from '#web/platform/time-zone.ts';

export interface LabelledPost {
  accountId: AccountId;
  mediaId: string;
}

export const labelsQuery = queryOptions({
  queryKey: queryKeys.labels,
  queryFn: ({ signal }) => call(listLabels, undefined, signal),
});

export const labelQueryNames = { comparison: 'label-comparison', tests: 'label-tests', posts: 'post-labels' } as const;

/** Fetches the labels of at most 200 posts. */
export function postLabelsQuery(posts: readonly LabelledPost[]) {
  const asked = posts.slice(0, maxPostsAtOnce).map(({ accountId, mediaId }) => ({ accountId, mediaId }));
  return queryOptions({
    queryKey: queryKeys.analytics(labelQueryNames.posts, {
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

/** Refetches after a label or its posts have changed. */
export async function refetchLabels(queries: QueryClient): Promise<void> {
  await Promise.all([
    queries.invalidateQueries({ queryKey: labelsQuery.queryKey }),
    ...Object.values(labelQueryNames).map((name) => queries.invalidateQueries({ queryKey: ['analytics', name] })),
  ]);
}
