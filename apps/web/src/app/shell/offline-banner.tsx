import { WifiOff } from 'lucide-react';
import { useConnection } from '#web/features/live/index.ts';
import styles from './banner.module.css';

/** Warns that the page shows older data while nothing new can arrive. */
export function OfflineBanner() {
  const connection = useConnection();
  return (
    <div role="status">
      {connection !== 'online' && (
        <div className={styles.banner}>
          <WifiOff size={18} aria-hidden="true" />
          <p>
            <strong>{connection === 'offline' ? 'You are offline.' : 'The server is not responding.'}</strong> Showing
            the last loaded data.
          </p>
        </div>
      )}
    </div>
  );
}
