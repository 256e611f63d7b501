import type { AccountId } from '@tidemark/contract';
import { currentTask, firstSyncProgress, taskInWords, useSyncState } from '#web/features/accounts/index.ts';
import styles from './account-cells.module.css';

/** What a sync is doing, in words; a first sync also shows how far it is. */
export function SyncProgress({ id }: { id: AccountId }) {
  const state = useSyncState(id, true);
  if (!state) return null;
  if (!state.syncRunning) return state.problem && <p className={styles.problem}>{state.problem.message}</p>;
  const percent = Math.round(firstSyncProgress(state) * 100);
  return (
    <div className={styles.progress} aria-live="polite">
      <p className="num">{taskInWords(currentTask(state))}</p>
      {state.initialization.active && <progress max={100} value={percent} aria-label="First sync" />}
    </div>
  );
}
