import { useQueryClient, type Query } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { lastSyncInSentence } from '#web/platform/instant-labels.ts';
import { useMinute } from './use-minute.ts';

/** Says when the oldest data on the page was loaded. */
export function DataAge() {
  const cache = useQueryClient().getQueryCache();
  const now = useMinute();
  const loadedAt = useSyncExternalStore(
    (changed) => cache.subscribe(changed),
    () => findOldest(cache.findAll({ type: 'active' })),
  );
  if (loadedAt === null) return 'Showing the last loaded data.';
  return `Showing data from ${lastSyncInSentence(new Date(loadedAt).toISOString(), new Date(now))}.`;
}

/** Returns when the oldest metrics arrived, on pages without metrics the oldest response. */
function findOldest(queries: Query[]): number | null {
  const loaded = queries.filter(({ state }) => state.dataUpdatedAt > 0);
  const metrics = loaded.filter(({ queryKey: [area] }) => area === 'analytics' || area === 'peers');
  const times = (metrics.length > 0 ? metrics : loaded).map(({ state }) => state.dataUpdatedAt);
  return times.length > 0 ? Math.min(...times) : null;
}
