import { listRoadmap, listUpvotes } from '@tidemark/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#web/platform/call.ts';
import { queryKeys } from '#web/platform/query-keys.ts';

export const roadmapQuery = queryOptions({
  queryKey: queryKeys.roadmap.requests,
  queryFn: ({ signal }) => call(listRoadmap, undefined, signal),
  staleTime: 30_000,
});

export function upvotesQuery(userId: string) {
  return queryOptions({
    queryKey: queryKeys.roadmap.upvotes(userId),
    queryFn: async ({ signal }) => (await call(listUpvotes, { params: { userId } }, signal)).upvotes,
    staleTime: 30_000,
  });
}
