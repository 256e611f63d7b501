import { estimateRemaining, remainingText } from '@tidemark/presentation';
import { useEffect, useState } from 'react';
import { currentTask, firstSyncProgress, describeTask } from '#web/features/accounts/index.ts';
import type { ListedAccount } from './listed-account.ts';
import styles from './account-cells.module.css';
import { describeProblem } from './account-problem.ts';
import { useAccountState } from './use-account-state.ts';

/** Shows a sync's progress in words, and for a first sync as a percentage. */
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
  return (
    <div className={styles.progress} aria-live="polite">
      {task && <p className="num">{describeTask(task)}</p>}
      {state.initialization.active && <FirstSync share={firstSyncProgress(state)} />}
    </div>
  );
}

/** Estimates the remaining time from the progress since the sync was first seen. */
function FirstSync({ share }: { share: number }) {
  const [first] = useState(() => ({ share, at: Date.now() }));
  const [now, setNow] = useState(first.at);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const remaining = estimateRemaining({
    done: share - first.share,
    total: 1 - first.share,
    elapsedMillis: now - first.at,
  });
  return (
    <>
      <progress max={100} value={Math.round(share * 100)} aria-label="First sync" />
      {remaining ? <p className="num">{remainingText(remaining)}</p> : null}
    </>
  );
}
