import { useState } from 'react';
import { explainNoLinking } from '#web/features/subscription/index.ts';
import { gridNumber } from '#web/platform/format.ts';
import { lastSync, lastSyncInSentence } from '#web/platform/instant-labels.ts';
import { useUser } from '#web/platform/session/user.query.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { buttonClass, Spinner } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Tooltip } from '#web/ui/tooltip.tsx';
import { useMedia } from '#web/ui/use-media.ts';
import styles from './account-cells.module.css';
import { useAccountStatus } from './account-status.ts';
import type { ListedAccount } from './listed-account.ts';
import { SyncProgress } from './sync-progress.tsx';
import { useAccountState } from './use-account-state.ts';
import { useLink, useUnlink } from './use-link.ts';

interface CellProps {
  account: ListedAccount;
}

export function AccountCell({ account }: CellProps) {
  const isPhone = useMedia('(width < 700px)');
  const name = account.name || account.username;
  return (
    <div className={styles.account} data-stopped={account.isStopped || undefined}>
      <Avatar src={account.profile_picture_url} name={name} size={40} network="instagram_account" />
      <div className={styles.words}>
        <p className={styles.name} title={name} dir="auto">
          {name}
        </p>
        {isPhone ? <PhoneFacts account={account} /> : <p className={styles.username}>@{account.username}</p>}
        {account.linked && <SyncProgress account={account} />}
      </div>
    </div>
  );
}

/** Combines the columns that a phone has no room for. */
function PhoneFacts({ account }: CellProps) {
  const { text, look } = useAccountStatus(account);
  const { lastSyncAt: at } = useAccountState(account);
  const { followers_count: followers } = account;
  if (look === 'idle' && at) return <p className={styles.username}>Synced {lastSyncInSentence(at)}</p>;
  if (look === 'stopped' && at) return <p className={styles.since}>Not syncing since {lastSyncInSentence(at)}</p>;
  if (look === 'unlinked' && followers !== null)
    return <p className={styles.username}>{gridNumber(followers)} followers</p>;
  return <p className={styles.username}>{text}</p>;
}

export function LastSyncCell({ account }: CellProps) {
  return <span className={styles.lastSync}>{lastSync(useAccountState(account).lastSyncAt)}</span>;
}

export function StatusCell({ account }: CellProps) {
  const { icon: Icon, text, look } = useAccountStatus(account);
  return (
    <span className={styles.status} title={text}>
      <Icon size={17} className={styles[look]} aria-hidden="true" />
      <span className={styles.statusText}>{text}</span>
    </span>
  );
}

/** One button for both actions, so that it does not lose the focus. */
export function ActionCell({ account }: CellProps) {
  const { user } = useUser();
  const [asking, setAsking] = useState(false);
  const link = useLink(account.id);
  const unlink = useUnlink(account.id, account.isStopped ? undefined : () => link.mutate());
  const busy = link.isPending || unlink.isPending;
  const reason = account.linked || busy ? null : explainNoLinking(user);
  const label = account.linked ? 'Unlink account' : 'Link account';
  const variant = account.linked ? 'plain' : account.isSuggested ? 'primary' : 'soft';

  function toggle() {
    if (busy || reason) return;
    if (account.linked) setAsking(true);
    else link.mutate();
  }

  return (
    <>
      <Tooltip text={reason ? `${label}. ${reason}` : label} describes={reason !== null}>
        <button
          type="button"
          aria-label={label}
          className={`${buttonClass(variant, 'small')} ${styles.action}`}
          aria-disabled={reason ? true : undefined}
          aria-busy={busy || undefined}
          onClick={toggle}
        >
          {busy && <Spinner />}
          {account.linked ? 'Unlink' : 'Link'}
        </button>
      </Tooltip>
      <ConfirmDialog
        open={asking}
        title={`Unlink ${account.name || account.username}?`}
        confirm="Unlink"
        onConfirm={() => unlink.mutate()}
        onClose={() => setAsking(false)}
      >
        <p>The account disappears from your dashboard, and stops syncing unless someone else has linked it.</p>
        <p>
          Once no user has it linked, its history is kept for 30 days and then deleted. Link it again before then to
          keep it.
        </p>
      </ConfirmDialog>
    </>
  );
}
