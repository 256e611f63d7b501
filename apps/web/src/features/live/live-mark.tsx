import type { LiveState } from '#web/platform/live/connection.ts';
import { useLiveStatus } from '#web/platform/live/status.ts';
import styles from './live-mark.module.css';

/** 'Live' while updates stream in, otherwise what is being done about it. */
export function LiveMark() {
  const { state, everConnected } = useLiveStatus();
  return (
    <output className={styles.mark} data-live={state === 'connected'}>
      {toLabel(state, everConnected)}
    </output>
  );
}

function toLabel(state: LiveState, everConnected: boolean): string {
  if (state === 'connected') return 'Live';
  if (state === 'disconnected') return 'Not connected';
  return everConnected ? 'Reconnecting' : 'Connecting';
}
