import { getHealth, liveTiming, sessionHeader, startPage } from '@tidemark/contract';
import type { QueryClient } from '@tanstack/react-query';
import { call } from '../call.ts';
import { CallError } from '../failed-call.ts';
import { useLiveStatus } from '../live/status.ts';
import { queryKeys } from '../query-keys.ts';
import { stopClock } from '../server-clock.ts';
import { listSavedQueries } from './query-store.ts';
import { readSavedQuery, userHash } from './saved-query.ts';

/**
 * Fills the cache with the data last seen if the server cannot be reached, and reloads the page once it can. Returns
 * false if the page cannot be opened.
 */
export async function openOffline(queries: QueryClient, error: unknown): Promise<boolean> {
  if (isAnswered(error)) return false;
  const saved = await listSavedQueries();
  const [latest] = saved;
  if (!latest || !saved.some(({ hash }) => hash === userHash)) return false;
  // Without a token, every call fails, so none is repeated or waits for the network.
  queries.setDefaultOptions({
    ...queries.getDefaultOptions(),
    queries: { staleTime: Infinity, gcTime: Infinity, retry: false, networkMode: 'always' },
  });
  for (const query of saved) {
    const [queryKey, data] = readSavedQuery(query);
    queries.setQueryData(queryKey, data, { updatedAt: query.at });
  }
  if (!queries.getQueryData(queryKeys.accounts.list)) return false;
  // Ranges end today. On a later day, they would not match the stored ones.
  const latestMetrics = saved.find(({ text }) => text.startsWith('[["analytics"'));
  stopClock((latestMetrics ?? latest).at);
  useLiveStatus.setState({ openedOffline: true });
  reloadOnceReachable();
  return true;
}

/** Returns whether Tidemark itself answered: one that is overloaded must not be asked again by each page. */
const isAnswered = (error: unknown) =>
  error instanceof CallError && (error.status <= 500 || error.code === 'overloaded');

/** Reloads rather than refetches, because the server may have been upgraded or the session may have ended. */
function reloadOnceReachable() {
  let isChecking = false;
  async function check() {
    if (isChecking || !navigator.onLine) return;
    isChecking = true;
    if (await isReachable()) window.location.reload();
    else isChecking = false;
  }
  setInterval(() => void check(), liveTiming.healthPollSeconds * 1000);
  window.addEventListener('online', () => void check());
}

async function isReachable(): Promise<boolean> {
  try {
    await call(getHealth);
    await call(startPage, { body: {}, headers: { [sessionHeader]: '1' } });
    return true;
  } catch (error) {
    return error instanceof CallError && error.status === 401;
  }
}
