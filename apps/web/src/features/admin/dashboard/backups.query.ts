import { listBackups, requestBackup } from '@tidemark/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#web/platform/call.ts';
import { getServerMessage } from '#web/platform/failed-call.ts';
import { notify } from '#web/ui/toaster.tsx';
import { adminKeys } from '../admin-keys.ts';

export const backupsQuery = queryOptions({
  queryKey: adminKeys.backups,
  queryFn: ({ signal }) => call(listBackups, undefined, signal),
  refetchInterval: 10_000,
});

export function useRequestBackup() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => call(requestBackup, undefined),
    onSuccess: () => queries.invalidateQueries({ queryKey: adminKeys.backups }),
    onError: (error) => notify.error(getServerMessage(error, 'Could not request a backup')),
  });
}
