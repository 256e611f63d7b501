import type { MetaConnection } from '@tidemark/contract';
import { dateLabel } from '#web/platform/format.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import styles from './connections.module.css';
import { useDisconnect } from './use-disconnect.ts';

interface ConnectionDetailsProps {
  connection: MetaConnection;
  onDisconnected: () => void;
}

export function ConnectionDetails({ connection, onDisconnected }: ConnectionDetailsProps) {
  const disconnect = useDisconnect(onDisconnected);
  const { name, picture, accountType, clientBusinessId, tokenValid, expiresAt, dataAccessExpiresAt } = connection;
  const shownName = name || 'Unknown User';
  return (
    <div className={styles.details}>
      <Avatar src={picture} name={shownName} size={48} />
      <div className={styles.who}>
        <p className={styles.name}>{shownName}</p>
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
            <span className={tokenValid ? styles.valid : styles.expired}>{tokenValid ? 'Valid' : 'Expired'}</span>
            {expiresAt && ` ${describeExpiry(tokenValid, expiresAt)}`}
          </dd>
        </div>
        {tokenValid && dataAccessExpiresAt && (
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
        onClick={() => disconnect.mutate()}
      >
        Disconnect
      </Button>
    </div>
  );
}

/** A token may end before its expiry date: the person or Meta can revoke it. */
function describeExpiry(valid: boolean, expiresAt: string): string {
  const date = dateLabel(expiresAt);
  if (valid) return `until ${date}`;
  return Date.parse(expiresAt) <= Date.now() ? `since ${date}` : `before ${date}`;
}

/** Meta returns data for 90 days after the person's last confirmation, however long the token is valid. */
function describeAccess(until: string): string {
  return `${Date.parse(until) <= Date.now() ? 'Expired' : 'Confirmed until'} ${dateLabel(until)}`;
}
