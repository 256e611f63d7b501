import { getOverview } from '@tidemark/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#web/platform/call.ts';
import { adminKeys } from '../admin-keys.ts';

export const overviewQuery = queryOptions({
  queryKey: adminKeys.overview,
  queryFn: ({ signal }) => call(getOverview, undefined, signal),
  refetchInterval: 60_000,
});
