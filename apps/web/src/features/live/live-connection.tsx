import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { createLiveDriver } from '#web/platform/live/driver.ts';
import { showLatest } from '#web/platform/live/page-start.ts';
import { useLiveStatus } from '#web/platform/live/status.ts';
import { useUser } from '#web/platform/session/user.query.ts';
import { eventToCache, refetchLive } from './event-to-cache.ts';

/** Updates the screens live while the user is signed in. */
export function LiveConnection() {
  const queries = useQueryClient();
  const userId = useUser().user._id;

  useEffect(() => {
    const driver = createLiveDriver(userId, {
      onState: (state) => {
        useLiveStatus.setState(state === 'connected' ? { state, everConnected: true } : { state });
        if (state === 'connected') showLatest();
      },
      onEvent: (event) => eventToCache(queries, event),
      onCatchUp: () => refetchLive(queries),
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
  }, [queries, userId]);

  return null;
}
