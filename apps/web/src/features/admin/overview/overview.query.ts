import { getOverview } from '@tidemark/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#web/platform/call.ts';
import { queryKeys } from '#web/platform/query-keys.ts';

export const overviewQuery = queryOptions({
  queryKey: queryKeys.admin.overview,
  queryFn: ({ signal }) => call(getOverview, undefined, signal),
  refetchInterval: 60_000,
});
