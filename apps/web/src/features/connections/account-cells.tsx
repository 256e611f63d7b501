import type { ConnectionAccount } from '@tidemark/contract';
import { CircleCheck, CircleDashed, Link2, RefreshCw, Unlink2 } from 'lucide-react';
import { useSyncState } from '#web/features/accounts/index.ts';
import { isLimitReached } from '#web/features/subscription/index.ts';
import { lastSync } from '#web/platform/format.ts';
import { useUser } from '#web/platform/session/user.query.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Spinner } from '#web/ui/button.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Tooltip } from '#web/ui/tooltip.tsx';
import styles from './account-cells.module.css';
import { SyncProgress } from './sync-progress.tsx';
import { useLink, useUnlink } from './use-link.ts';

interface CellProps {
  account: ConnectionAccount;
}

export function AccountCell({ account }: CellProps) {
  const name = account.name || account.username;
  return (
    <div className={styles.account}>
      <Avatar src={account.profile_picture_url} name={name} size={40} network="instagram_account" />
      <div className={styles.words}>
        <p className={styles.name}>{name}</p>
        <p className={styles.username}>@{account.username}</p>
        {account.linked && <SyncProgress id={account.id} />}
      </div>
    </div>
  );
}

export function LastSyncCell({ account }: CellProps) {
  const state = useSyncState(account.id, account.linked);
  return (
    <span className={styles.lastSync}>
      {lastSync(account.linked ? (state?.lastSyncAt ?? account.lastSyncAt) : null)}
    </span>
  );
}

export function StatusCell({ account }: CellProps) {
  const running = useSyncState(account.id, account.linked)?.syncRunning ?? account.syncRunning;
  const [Icon, text, look] = !account.linked
    ? ([CircleDashed, 'Not linked', styles.unlinked] as const)
    : running
      ? ([RefreshCw, 'Sync running', styles.running] as const)
      : ([CircleCheck, 'Up to date', styles.idle] as const);
  return (
    <Tooltip text={text} describes={false}>
      <span className={styles.status}>
        <Icon size={19} className={look} aria-hidden="true" />
        <span className="vh">{text}</span>
      </span>
    </Tooltip>
  );
}

/** One button for both ways, so that the focus stays where it was. */
export function ActionCell({ account }: CellProps) {
  const { user } = useUser();
  const link = useLink(account.id);
  const unlink = useUnlink(account.id);
  const busy = link.isPending || unlink.isPending;
  const Icon = account.linked ? Unlink2 : Link2;

  function toggle() {
    if (busy) return;
    if (account.linked) unlink.mutate();
    else link.mutate();
  }

  return (
    <IconButton
      label={account.linked ? 'Unlink account' : 'Link account'}
      className={account.linked ? undefined : styles.link}
      disabled={!account.linked && !busy && isLimitReached(user)}
      aria-busy={busy || undefined}
      onClick={toggle}
    >
      {busy ? <Spinner /> : <Icon size={19} aria-hidden="true" />}
    </IconButton>
  );
}
