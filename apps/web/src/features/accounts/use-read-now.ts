import { refreshAccount, type AccountId } from '@tidemark/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#web/platform/call.ts';
import { syncStatusQuery } from './sync-status.query.ts';

/** Has accounts read before all that is due by schedule. One that cannot be read says so in its own state. */
export function useReadNow() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (ids: readonly AccountId[]) =>
      Promise.allSettled(
        ids.map(async (id) => {
          const { syncStatus } = await call(refreshAccount, { params: { id } });
          queries.setQueryData(syncStatusQuery(id).queryKey, syncStatus);
        }),
      ),
  });
}
