import type { ConnectionAccount } from '@tidemark/contract';
import { currentTask, firstSyncProgress, taskInWords } from '#web/features/accounts/index.ts';
import styles from './account-cells.module.css';
import { problemInWords } from './account-problem.ts';
import { useAccountState } from './use-account-state.ts';

/** What a sync is doing, in words; a first sync also shows how far it is. */
export function SyncProgress({ account }: { account: ConnectionAccount }) {
  const { state, running, problem } = useAccountState(account);
  if (!state || !running) {
    if (!problem) return null;
    return (
      <p className={styles.problem} data-waits={problem.code === 'rate_limited' || undefined}>
        {problemInWords(problem)}
      </p>
    );
  }
  const percent = Math.round(firstSyncProgress(state) * 100);
  return (
    <div className={styles.progress} aria-live="polite">
      <p className="num">{taskInWords(currentTask(state))}</p>
      {state.initialization.active && <progress max={100} value={percent} aria-label="First sync" />}
    </div>
  );
}
