import { useSyncExternalStore } from 'react';
import { useLiveStatus } from '#web/platform/live/status.ts';

/** `offline`: the browser has no network. `lost`: the server does not respond. */
export type Connection = 'online' | 'offline' | 'lost';

/** Returns whether the page can receive new data. Counts as online until the first live connection, unless opened offline. */
export function useConnection(): Connection {
  const isLost = useLiveStatus(
    ({ state, everConnected, openedOffline }) => openedOffline || (everConnected && state === 'polling'),
  );
  const hasNetwork = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
  if (!hasNetwork) return 'offline';
  return isLost ? 'lost' : 'online';
}

function subscribe(changed: () => void) {
  window.addEventListener('online', changed);
  window.addEventListener('offline', changed);
  return () => {
    window.removeEventListener('online', changed);
    window.removeEventListener('offline', changed);
  };
}
