import type { Account } from '@tidemark/contract';
import { Link } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import {
  displayName,
  describeTask,
  currentTask,
  useAccountColors,
  useShownAccounts,
  useSyncState,
  useToggleAccount,
} from '#web/features/accounts/index.ts';
import { compactNumber } from '#web/platform/format.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Spinner } from '#web/ui/button.tsx';
import { Tooltip } from '#web/ui/tooltip.tsx';
import { preservePeriod } from './preserve-period.ts';
import styles from './account-row.module.css';

interface AccountRowProps {
  account: Account;
  toggles: boolean;
  /** Opens the account's page. */
  onOpen?: () => void;
}

export function AccountRow({ account, toggles, onOpen }: AccountRowProps) {
  const on = useShownAccounts().includes(account._id);
  const toggle = useToggleAccount();
  const name = displayName(account);
  const row = <RowContent account={account} />;

  if (!toggles) {
    return (
      <li className={styles.item}>
        <Link
          to="/account/$id"
          params={{ id: account._id }}
          search={preservePeriod}
          className={styles.row}
          title={name}
          onClick={onOpen}
        >
          {row}
        </Link>
      </li>
    );
  }
  return (
    <li className={styles.item}>
      <button
        type="button"
        role="switch"
        aria-checked={on}
        className={styles.row}
        title={`${on ? 'Hide' : 'Show'} ${name}`}
        onClick={() => toggle(account._id)}
      >
        {row}
        <span className={styles.switch} aria-hidden="true" />
      </button>
      <Link
        to="/account/$id"
        params={{ id: account._id }}
        search={preservePeriod}
        className={styles.open}
        aria-label={`Open ${name}`}
        onClick={onOpen}
      >
        <ChevronRight size={16} aria-hidden="true" />
      </Link>
    </li>
  );
}

function RowContent({ account }: { account: Account }) {
  const look = useAccountColors().get(account._id);
  const name = displayName(account);
  const { followersCount } = account.metadata;
  return (
    <>
      <Avatar
        src={account.picture}
        name={name}
        size={32}
        ring={look?.color}
        dashed={look?.dashed}
        network={account.type}
      />
      <span className={styles.words}>
        <span className={styles.name}>{name}</span>
        {followersCount !== null && <span className={styles.followers}>{compactNumber(followersCount)} followers</span>}
      </span>
      {account.syncRunning && <SyncSpinner account={account} />}
    </>
  );
}

function SyncSpinner({ account }: { account: Account }) {
  const state = useSyncState(account._id, true);
  const text = describeTask(state && currentTask(state));
  return (
    <Tooltip text={text} describes={false} side="right">
      <span className={styles.sync}>
        <Spinner />
        <span className="vh">{text}</span>
      </span>
    </Tooltip>
  );
}
