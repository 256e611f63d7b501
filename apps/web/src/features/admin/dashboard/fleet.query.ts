import { getFleet, listAudit } from '@tidemark/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '#web/platform/call.ts';
import { adminKeys } from '../admin-keys.ts';

const refreshMilliseconds = 10_000;

export const fleetQuery = queryOptions({
  queryKey: adminKeys.fleet,
  queryFn: ({ signal }) => call(getFleet, undefined, signal),
  refetchInterval: refreshMilliseconds,
});

export function auditQuery({ page, pageSize }: { page: number; pageSize: 5 | 10 | 25 }) {
  const query = { page: String(page), pageSize: `${pageSize}` as const };
  return queryOptions({
    queryKey: adminKeys.audit(query),
    queryFn: ({ signal }) => call(listAudit, { query }, signal),
    placeholderData: keepPreviousData,
    refetchInterval: refreshMilliseconds,
  });
}
