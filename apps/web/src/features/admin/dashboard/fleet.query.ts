import { getFleet, listAudit, pauseWork, retryWork } from '@tidemark/contract';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#web/platform/call.ts';
import { getServerMessage } from '#web/platform/failed-call.ts';
import { plural, wholeNumber } from '#web/platform/format.ts';
import { notify } from '#web/ui/toaster.tsx';
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

export function usePauseWork() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ name, isPaused }: { name: string; isPaused: boolean }) =>
      call(pauseWork, { params: { name }, body: { isPaused } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: adminKeys.fleet }),
    onError: (error) => notify.error(getServerMessage(error, 'Could not change the background work')),
  });
}

export function useRetryWork() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (name: string) => call(retryWork, { params: { name } }),
    async onSuccess({ retried }) {
      notify.success(`${wholeNumber(retried)} ${plural(retried, 'row')} tried again now`);
      await queries.invalidateQueries({ queryKey: adminKeys.fleet });
    },
    onError: (error) => notify.error(getServerMessage(error, 'Could not retry the background work')),
  });
}
