import { getFleet, listAudit } from '@tidemark/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '#web/platform/call.ts';
import { queryKeys } from '#web/platform/query-keys.ts';

const refreshMilliseconds = 10_000;

export const fleetQuery = queryOptions({
  queryKey: queryKeys.admin.fleet,
  queryFn: ({ signal }) => call(getFleet, undefined, signal),
  refetchInterval: refreshMilliseconds,
});

export function auditQuery({ page, pageSize }: { page: number; pageSize: 5 | 10 | 25 }) {
  const query = { page: String(page), pageSize: `${pageSize}` as const };
  return queryOptions({
    queryKey: queryKeys.admin.audit(query),
    queryFn: ({ signal }) => call(listAudit, { query }, signal),
    placeholderData: keepPreviousData,
    refetchInterval: refreshMilliseconds,
  });
}
