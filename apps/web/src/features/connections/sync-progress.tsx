import { currentTask, firstSyncProgress, describeTask } from '#web/features/accounts/index.ts';
import type { ListedAccount } from './listed-account.ts';
import styles from './account-cells.module.css';
import { describeProblem } from './account-problem.ts';
import { useAccountState } from './use-account-state.ts';

/** The progress of a sync in words, and for a first sync as a percentage. */
export function SyncProgress({ account }: { account: ListedAccount }) {
  const { state, running, problem } = useAccountState(account);
  if (!state || !running) {
    // The login is the reason, which is explained above the list.
    if (!problem || account.isStopped) return null;
    return (
      <p className={styles.problem} data-waits={problem.code === 'rate_limited' || undefined}>
        {describeProblem(problem)}
      </p>
    );
  }
  const task = currentTask(state);
  const percent = Math.round(firstSyncProgress(state) * 100);
  return (
    <div className={styles.progress} aria-live="polite">
      {task && <p className="num">{describeTask(task)}</p>}
      {state.initialization.active && <progress max={100} value={percent} aria-label="First sync" />}
    </div>
  );
}
