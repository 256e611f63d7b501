import { getSyncStatus, type AccountDocument, type AccountId, type SyncStatus } from '@tidemark/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '#web/platform/call.ts';
import { useLiveStatus } from '#web/platform/live/status.ts';
import { queryKeys } from '#web/platform/query-keys.ts';

/** The part of the sync state that both the endpoint and the live document contain. */
export type SyncState = Pick<
  SyncStatus & AccountDocument,
  'syncRunning' | 'initialization' | 'tasks' | 'problem' | 'lastSyncAt' | 'nextSyncAt'
> &
  /** Only the endpoint returns these; a live document leaves them unchanged. */
  Partial<Pick<SyncStatus, 'gaps'>>;

const pollMilliseconds = 5000;

export function syncStatusQuery(id: AccountId) {
  return queryOptions<SyncState, Error, SyncState, ReturnType<typeof queryKeys.accounts.syncStatus>>({
    queryKey: queryKeys.accounts.syncStatus(id),
    queryFn: async ({ signal }) => (await call(getSyncStatus, { params: { id } }, signal)).syncStatus,
  });
}

/** Returns the sync state from live updates, or by polling while a sync runs without a live connection. */
export function useSyncState(id: AccountId, enabled: boolean): SyncState | undefined {
  const live = useLiveStatus(({ state }) => state === 'connected');
  const { data } = useQuery({
    ...syncStatusQuery(id),
    enabled,
    refetchInterval: ({ state }) => (state.data?.syncRunning && !live ? pollMilliseconds : false),
  });
  return data;
}
