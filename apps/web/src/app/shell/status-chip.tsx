import { TriangleAlert, WifiOff } from 'lucide-react';
import { getFreshness, useCoveredAccounts } from '#web/features/accounts/index.ts';
import { useConnection } from '#web/features/live/index.ts';
import { Spinner } from '#web/ui/button.tsx';
import { Popover } from '#web/ui/popover.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { describeStatus, type Status } from './status.ts';
import styles from './status-chip.module.css';
import { useMinute } from './use-minute.ts';
import { lazyPart } from '#web/ui/lazy-part.tsx';

const AccountStates = lazyPart(async () => (await import('./account-states.tsx')).AccountStates);

/** Shows how fresh the data is; expanded, each account's state. */
export function StatusChip() {
  const accounts = useCoveredAccounts();
  const connection = useConnection();
  const now = useMinute();
  const status: Status = connection === 'online' ? getFreshness(accounts) : { state: 'offline' };
  if (accounts.length === 0 && status.state !== 'offline') return null;
  const { text, short } = describeStatus(status, now);
  return (
    <Popover
      label="Data status"
      sheetOnPhone
      trigger={(props) => (
        <button type="button" className={styles.trigger} data-state={status.state} {...props}>
          <Mark state={status.state} />
          <span className={styles.long}>{text}</span>
          <span className={styles.short} aria-hidden="true">
            {short}
          </span>
        </button>
      )}
    >
      {() => (
        <div className={styles.panel}>
          <AccountStates
            accounts={accounts}
            now={now}
            connection={connection}
            fallback={<Skeleton height={160} radius={14} />}
          />
        </div>
      )}
    </Popover>
  );
}

function Mark({ state }: { state: Status['state'] }) {
  if (state === 'syncing') return <Spinner />;
  if (state === 'offline') return <WifiOff size={15} aria-hidden="true" />;
  if (state === 'needs-attention' || state === 'out-of-date') return <TriangleAlert size={15} aria-hidden="true" />;
  return <span className={styles.dot} aria-hidden="true" />;
}
