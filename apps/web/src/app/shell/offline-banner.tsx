import { useConnection } from '#web/features/live/index.ts';
import { lazyPart } from '#web/ui/lazy-part.tsx';

const OfflineNotice = lazyPart(async () => (await import('./offline-notice.tsx')).OfflineNotice);

/** Warns that the page shows older data while nothing new can arrive. */
export function OfflineBanner() {
  const connection = useConnection();
  return <div role="status">{connection !== 'online' && <OfflineNotice isOffline={connection === 'offline'} />}</div>;
}
