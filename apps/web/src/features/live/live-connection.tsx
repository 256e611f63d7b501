import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useAccounts } from '#web/features/accounts/index.ts';
import { streamLost, subscribeAgain, useLiveDocuments } from '#web/platform/live/documents.ts';
import { createLiveDriver } from '#web/platform/live/driver.ts';
import { useLiveStatus } from '#web/platform/live/status.ts';
import { useUser } from '#web/platform/session/user.query.ts';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { eventToCache, refetchLive } from './event-to-cache.ts';

const KeepPage = lazyPart(async () => (await import('#web/platform/kept/index.ts')).KeepPage);

/** Updates the screens live while the user is signed in. */
export function LiveConnection() {
  const queries = useQueryClient();
  const userId = useUser().user._id;
  const { accounts } = useAccounts();
  const isKept = useLiveStatus((status) => status.isKept);
  useLiveDocuments(
    'account',
    accounts.map(({ _id }) => _id),
    () => undefined,
  );

  useEffect(() => {
    if (isKept) return;
    const driver = createLiveDriver(userId, {
      onState(state) {
        useLiveStatus.setState(state === 'connected' ? { state, everConnected: true } : { state });
        if (state !== 'connected') streamLost();
      },
      onEvent: (event) => eventToCache(queries, event),
      // Subscribes first, so that nothing is missed in between; all refetches share a batch.
      onCatchUp: () => void subscribeAgain().then(() => refetchLive(queries)),
    });
    driver.start();
    // Retries a failed connection when the user or the network returns.
    const wake = () => document.visibilityState === 'visible' && driver.start();
    document.addEventListener('visibilitychange', wake);
    window.addEventListener('online', wake);
    return () => {
      document.removeEventListener('visibilitychange', wake);
      window.removeEventListener('online', wake);
      driver.stop();
    };
  }, [queries, userId, isKept]);

  return isKept ? null : <KeepPage userId={userId} />;
}
