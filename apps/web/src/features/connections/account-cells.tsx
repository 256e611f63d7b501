import type { ConnectionAccount } from '@tidemark/contract';
import { CircleAlert, CircleCheck, CircleDashed, CirclePause, Clock, Link2, RefreshCw, Unlink2 } from 'lucide-react';
import { explainNoLinking } from '#web/features/subscription/index.ts';
import { useState } from 'react';
import { lastSync } from '#web/platform/format.ts';
import { useUser } from '#web/platform/session/user.query.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Spinner } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Tooltip } from '#web/ui/tooltip.tsx';
import styles from './account-cells.module.css';
import { problemInShort } from './account-problem.ts';
import { SyncProgress } from './sync-progress.tsx';
import { useAccountState } from './use-account-state.ts';
import { useLink, useUnlink } from './use-link.ts';

/** An account in the grid. */
export interface ListedAccount extends ConnectionAccount {
  /** Linked, but the login that would sync it does not work. */
  isStopped: boolean;
}

interface CellProps {
  account: ListedAccount;
}

export function AccountCell({ account }: CellProps) {
  const name = account.name || account.username;
  return (
    <div className={styles.account}>
      <Avatar src={account.profile_picture_url} name={name} size={40} network="instagram_account" />
      <div className={styles.words}>
        <p className={styles.name}>{name}</p>
        <p className={styles.username}>@{account.username}</p>
        {account.linked && <SyncProgress account={account} />}
      </div>
    </div>
  );
}

export function LastSyncCell({ account }: CellProps) {
  const { state } = useAccountState(account);
  return (
    <span className={styles.lastSync}>
      {lastSync(account.linked ? (state?.lastSyncAt ?? account.lastSyncAt) : null)}
    </span>
  );
}

export function StatusCell({ account }: CellProps) {
  const { running, problem } = useAccountState(account);
  const [Icon, text, look] = !account.linked
    ? ([CircleDashed, 'Not linked', styles.unlinked] as const)
    : running
      ? ([RefreshCw, 'Sync running', styles.running] as const)
      : problem
        ? ([
            problem.code === 'rate_limited' ? Clock : CircleAlert,
            problemInShort(problem),
            problem.code === 'rate_limited' ? styles.waiting : styles.failing,
          ] as const)
        : account.isStopped
          ? ([CirclePause, 'Not syncing through your login', styles.failing] as const)
          : ([CircleCheck, 'Up to date', styles.idle] as const);
  return (
    <Tooltip text={text} describes={false}>
      <span className={styles.status}>
        <Icon size={19} className={look} aria-hidden="true" />
        <span className={styles.statusText}>{text}</span>
      </span>
    </Tooltip>
  );
}

/** One button for both actions, so that it does not lose the focus. */
export function ActionCell({ account }: CellProps) {
  const { user } = useUser();
  const [asking, setAsking] = useState(false);
  const link = useLink(account.id);
  const unlink = useUnlink(account.id, account.isStopped ? undefined : () => link.mutate());
  const busy = link.isPending || unlink.isPending;
  const Icon = account.linked ? Unlink2 : Link2;

  function toggle() {
    if (busy) return;
    if (account.linked) setAsking(true);
    else link.mutate();
  }

  return (
    <>
      <IconButton
        label={account.linked ? 'Unlink account' : 'Link account'}
        className={[styles.action, !account.linked && styles.link].filter(Boolean).join(' ')}
        reason={account.linked || busy ? null : explainNoLinking(user)}
        aria-busy={busy || undefined}
        onClick={toggle}
      >
        {busy ? <Spinner /> : <Icon size={19} aria-hidden="true" />}
        <span className={styles.actionLabel}>{account.linked ? 'Unlink' : 'Link'}</span>
      </IconButton>
      <ConfirmDialog
        open={asking}
        title={`Unlink ${account.name || account.username}?`}
        confirm="Unlink"
        onConfirm={() => unlink.mutate()}
        onClose={() => setAsking(false)}
      >
        <p>The account disappears from your dashboard, and stops syncing unless someone else has linked it.</p>
        <p>
          Once nobody has it linked, its history is kept for 30 days and then deleted. Link it again before then to keep
          it.
        </p>
      </ConfirmDialog>
    </>
  );
}
