import type { Account } from '@tidemark/contract';
import { Link } from '@tanstack/react-router';
import { Check, ChevronRight } from 'lucide-react';
import {
  currentTask,
  describeTask,
  displayName,
  useAccountColors,
  usePreloadAccounts,
  useShowAccounts,
  useChosenAccounts,
  useSyncState,
  useToggleAccount,
} from '#web/features/accounts/index.ts';
import { compactNumber } from '#web/platform/format.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Spinner } from '#web/ui/button.tsx';
import { Tooltip } from '#web/ui/tooltip.tsx';
import styles from './account-row.module.css';
import { preservePeriod } from './preserve-period.ts';

interface AccountRowProps {
  account: Account;
  toggles: boolean;
  /** Opens the account's page. */
  onOpen?: (() => void) | undefined;
}

/** A row in `AccountChoice`, a grid with roving focus. */
export function AccountRow({ account, toggles, onOpen }: AccountRowProps) {
  const name = displayName(account);
  const open = { to: '/account/$id', params: { id: account._id }, search: preservePeriod, onClick: onOpen } as const;
  if (!toggles)
    return (
      <div role="row" className={styles.item}>
        <div role="gridcell" className={styles.main}>
          <Link {...open} className={styles.row} title={name} data-roving>
            <RowContent account={account} />
          </Link>
        </div>
      </div>
    );
  return (
    <div role="row" className={styles.item}>
      <ToggleCell account={account} />
      <div role="gridcell" className={styles.action}>
        <OnlyButton account={account} />
      </div>
      <div role="gridcell" className={styles.action}>
        <Link {...open} className={styles.open} aria-label={`Open ${name}`} data-roving>
          <ChevronRight size={16} aria-hidden="true" />
        </Link>
      </div>
    </div>
  );
}

function ToggleCell({ account }: { account: Account }) {
  const on = useChosenAccounts().includes(account._id);
  const toggle = useToggleAccount();
  const preload = usePreloadAccounts();
  const name = displayName(account);
  return (
    <div role="gridcell" className={styles.main}>
      <button
        type="button"
        role="switch"
        aria-checked={on}
        className={styles.row}
        title={`${on ? 'Hide' : 'Show'} ${name}`}
        data-roving
        {...preload.toggled(account._id)}
        onClick={() => toggle(account._id)}
      >
        <RowContent account={account} on={on} />
      </button>
    </div>
  );
}

function OnlyButton({ account }: { account: Account }) {
  const show = useShowAccounts();
  const preload = usePreloadAccounts();
  return (
    <button
      type="button"
      className={styles.only}
      aria-label={`Show only ${displayName(account)}`}
      data-roving
      {...preload.only(account._id)}
      onClick={() => show([account._id])}
    >
      Only
    </button>
  );
}

function RowContent({ account, on }: { account: Account; on?: boolean }) {
  const look = useAccountColors().get(account._id);
  const name = displayName(account);
  const { followersCount } = account.metadata;
  return (
    <>
      <span className={styles.picture}>
        <Avatar src={account.picture} name={name} size={32} ring={look?.color} dashed={look?.dashed} />
        {on !== undefined && (
          <span className={styles.check} aria-hidden="true">
            {on && <Check size={10} strokeWidth={4} />}
          </span>
        )}
      </span>
      <span className={styles.words}>
        <span className={styles.name} dir="auto">
          {name}
        </span>
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
