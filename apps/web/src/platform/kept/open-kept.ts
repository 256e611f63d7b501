import { getHealth, liveTiming, type PageStart } from '@tidemark/contract';
import type { QueryClient } from '@tanstack/react-query';
import { call } from '../call.ts';
import { useLiveStatus } from '../live/status.ts';
import { queryKeys } from '../query-keys.ts';
import { stopClock } from '../server-clock.ts';
import { renewedToken } from '../session/session.ts';
import { listFigures } from './figures-store.ts';
import { readFigure, userHash } from './kept-query.ts';

/**
 * Fills the cache with the figures that were loaded last, and replaces them once the server can be reached. Returns the
 * ID of their user, or null if nothing was kept.
 */
export async function openKept(queries: QueryClient): Promise<string | null> {
  const figures = await listFigures();
  const owner = figures.find(({ hash }) => hash === userHash);
  if (!owner) return null;
  const defaults = queries.getDefaultOptions();
  // Without a token, refetching would only replace figures with failures.
  queries.setDefaultOptions({
    queries: { ...defaults.queries, staleTime: Infinity, gcTime: Infinity },
    // Changes fail at once instead of waiting for the network.
    mutations: { networkMode: 'always' },
  });
  for (const figure of figures) {
    const [queryKey, data] = readFigure(figure);
    queries.setQueryData(queryKey, data, { updatedAt: figure.at });
  }
  if (!queries.getQueryData(queryKeys.accounts.list)) return null;
  // Ranges end today: on a later day, they would name figures that were never loaded.
  const stoppedAt = Math.max(...figures.map(({ at }) => at));
  stopClock(stoppedAt);
  useLiveStatus.setState({ isKept: true });

  onceReachable(() => {
    // The ranges of the page are another day's.
    if (new Date().toDateString() !== new Date(stoppedAt).toDateString()) return window.location.reload();
    stopClock(null);
    queries.setDefaultOptions(defaults);
    useLiveStatus.setState({ isKept: false });
    void queries.invalidateQueries();
  });
  return readFigure<PageStart['user']>(owner)[1].user._id;
}

function onceReachable(then: () => void) {
  let isLooking = false;
  async function look() {
    if (isLooking || !navigator.onLine) return;
    isLooking = true;
    try {
      await call(getHealth);
      await renewedToken();
      clearInterval(timer);
      window.removeEventListener('online', onOnline);
      then();
    } catch {
      isLooking = false;
    }
  }
  const onOnline = () => void look();
  const timer = setInterval(onOnline, liveTiming.healthPollSeconds * 1000);
  window.addEventListener('online', onOnline);
}
