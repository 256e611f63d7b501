import { WifiOff } from 'lucide-react';
import { useConnection } from '#web/features/live/index.ts';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import styles from './banner.module.css';

const DataAge = lazyPart(async () => (await import('./data-age.tsx')).DataAge);

/** Says how old the page's data is while nothing new can arrive. */
export function OfflineBanner() {
  const connection = useConnection();
  return (
    <div role="status">
      {connection !== 'online' && (
        <div className={styles.banner}>
          <WifiOff size={18} aria-hidden="true" />
          <p>
            <strong>{connection === 'offline' ? 'You are offline.' : 'The server is not responding.'}</strong>{' '}
            <DataAge fallback="Showing the last loaded data." />
          </p>
        </div>
      )}
    </div>
  );
}
