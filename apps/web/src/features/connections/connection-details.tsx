import type { MetaConnection } from '@tidemark/contract';
import { useState } from 'react';
import { dateLabel, plural } from '#web/platform/format.ts';
import { useUser } from '#web/platform/session/user.query.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Tooltip } from '#web/ui/tooltip.tsx';
import styles from './connections.module.css';
import { useDisconnect } from './use-disconnect.ts';
import { serverNow } from '#web/platform/server-clock.ts';

interface ConnectionDetailsProps {
  connection: MetaConnection;
  onDisconnected: () => void;
}

export function ConnectionDetails({ connection, onDisconnected }: ConnectionDetailsProps) {
  const [asking, setAsking] = useState(false);
  const count = useUser().user.accountRefs.length;
  const disconnect = useDisconnect(onDisconnected);
  const { name, picture, accountType, clientBusinessId, tokenValid, expiresAt, dataAccessExpiresAt } = connection;
  // Only the earlier date requires action.
  const isAccessLater = tokenValid && !!expiresAt && !!dataAccessExpiresAt && dataAccessExpiresAt >= expiresAt;
  const shownName = name || 'Unknown User';
  return (
    <div className={styles.details}>
      <Avatar src={picture} name={shownName} size={48} />
      <div className={styles.who}>
        <p className={styles.name} dir="auto">
          {shownName}
        </p>
        <p className={styles.type}>{accountType || 'User'}</p>
      </div>
      <dl className={styles.facts}>
        {clientBusinessId && (
          <div>
            <dt>Business ID</dt>
            <dd className="num">{clientBusinessId}</dd>
          </div>
        )}
        <div>
          <dt>Token</dt>
          <dd>
            <Tooltip text={isAccessLater ? `Access: ${describeAccess(dataAccessExpiresAt)}` : null}>
              <span {...(isAccessLater && { tabIndex: 0 })}>
                <span className={tokenValid ? styles.valid : styles.expired}>{tokenValid ? 'Valid' : 'Expired'}</span>
                {expiresAt && ` ${describeExpiry(tokenValid, expiresAt)}`}
              </span>
            </Tooltip>
          </dd>
        </div>
        {tokenValid && dataAccessExpiresAt && !isAccessLater && (
          <div>
            <dt>Access</dt>
            <dd>{describeAccess(dataAccessExpiresAt)}</dd>
          </div>
        )}
      </dl>
      <Button
        variant="danger"
        size="small"
        busy={disconnect.isPending}
        busyLabel="Disconnecting..."
        onClick={() => setAsking(true)}
      >
        Disconnect
      </Button>
      <ConfirmDialog
        open={asking}
        title="Disconnect Meta Business?"
        confirm="Disconnect"
        onConfirm={() => disconnect.mutate()}
        onClose={() => setAsking(false)}
      >
        {count > 0 && (
          <p>
            Your {count} linked {plural(count, 'account')} will stop syncing through this login.{' '}
            {plural(count, 'It stays', 'They stay')} linked, and everything already synced is kept.
          </p>
        )}
        <p>Tidemark’s access is revoked at Meta. This can’t be undone, but you can connect again at any time.</p>
      </ConfirmDialog>
    </div>
  );
}

/** A token may end before its expiry date: the user or Meta can revoke it. */
function describeExpiry(valid: boolean, expiresAt: string): string {
  const date = dateLabel(expiresAt);
  if (valid) return `until ${date}`;
  return Date.parse(expiresAt) <= serverNow().getTime() ? `since ${date}` : `early; it was valid until ${date}`;
}

/** Meta returns data for 90 days after the user's last confirmation, however long the token is valid. */
function describeAccess(until: string): string {
  return `${Date.parse(until) <= serverNow().getTime() ? 'Expired' : 'Confirmed until'} ${dateLabel(until)}`;
}
