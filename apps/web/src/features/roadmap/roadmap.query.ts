import { listRoadmap, listUpvotes } from '@tidemark/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#web/platform/call.ts';

export const roadmapQuery = queryOptions({
  queryKey: ['roadmap'],
  queryFn: ({ signal }) => call(listRoadmap, undefined, signal),
  staleTime: 30_000,
});

export function upvotesQuery(userId: string) {
  return queryOptions({
    queryKey: ['roadmap-upvotes', userId],
    queryFn: async ({ signal }) => (await call(listUpvotes, { params: { userId } }, signal)).upvotes,
    staleTime: 30_000,
  });
}
