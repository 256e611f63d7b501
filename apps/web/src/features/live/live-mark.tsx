import { useLiveStatus } from '#web/platform/live/status.ts';
import styles from './live-mark.module.css';

/** 'Live' while updates stream in, 'Reconnecting' otherwise. */
export function LiveMark() {
  const live = useLiveStatus(({ state }) => state === 'connected');
  return (
    <output className={styles.mark} data-live={live}>
      {live ? 'Live' : 'Reconnecting'}
    </output>
  );
}
