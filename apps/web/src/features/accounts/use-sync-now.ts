import { refreshAccount, type AccountId } from '@tidemark/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#web/platform/call.ts';
import { syncStatusQuery } from './sync-status.query.ts';

/** Syncs accounts ahead of schedule. An account that cannot be synced shows the reason in its own state. */
export function useSyncNow() {
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
