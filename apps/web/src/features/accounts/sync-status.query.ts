import { getSyncStatus, type AccountDocument, type AccountId, type SyncStatus } from '@tidemark/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '#web/platform/call.ts';
import { useLiveStatus } from '#web/platform/live/status.ts';

/** What both the call and the live document tell of a sync. */
export type SyncState = Pick<
  SyncStatus & AccountDocument,
  'syncRunning' | 'initialization' | 'tasks' | 'problem' | 'lastSyncAt' | 'nextSyncAt'
> &
  /** Only the call tells them; a live document leaves them as they were. */
  Partial<Pick<SyncStatus, 'gaps'>>;

const pollMilliseconds = 5000;

export function syncStatusQuery(id: AccountId) {
  return queryOptions<SyncState, Error, SyncState, readonly ['accounts', 'sync', AccountId]>({
    queryKey: ['accounts', 'sync', id],
    queryFn: async ({ signal }) => (await call(getSyncStatus, { params: { id } }, signal)).syncStatus,
  });
}

/** What is known of a sync: live, or by asking while it runs and the live connection is away. */
export function useSyncState(id: AccountId, enabled: boolean): SyncState | undefined {
  const live = useLiveStatus(({ state }) => state === 'connected');
  const { data } = useQuery({
    ...syncStatusQuery(id),
    enabled,
    refetchInterval: ({ state }) => (state.data?.syncRunning && !live ? pollMilliseconds : false),
  });
  return data;
}
