import { useQueryClient } from '@tanstack/react-query';
import { WifiOff } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { lastSyncInSentence } from '#web/platform/instant-labels.ts';
import styles from './banner.module.css';

/** Says from when the figures on the page are while nothing new can arrive. */
export function OfflineNotice({ isOffline }: { isOffline: boolean }) {
  const at = useOldestFigure();
  return (
    <div className={styles.banner}>
      <WifiOff size={18} aria-hidden="true" />
      <p>
        <strong>{isOffline ? 'Offline.' : 'The server is not responding.'}</strong>{' '}
        {at === null
          ? 'Showing the last loaded data.'
          : `Figures from ${lastSyncInSentence(new Date(at).toISOString(), new Date())}.`}
      </p>
    </div>
  );
}

/** Returns when the oldest figure on the page was loaded, or null if it shows none. */
function useOldestFigure(): number | null {
  const cache = useQueryClient().getQueryCache();
  return useSyncExternalStore(
    (changed) => cache.subscribe(changed),
    () => {
      const shown = cache.findAll({ queryKey: ['analytics'], type: 'active' });
      const times = shown.flatMap(({ state }) => state.dataUpdatedAt || []);
      return times.length === 0 ? null : Math.min(...times);
    },
  );
}
