import { useQuery } from '@tanstack/react-query';
import { dateLabel } from '#web/platform/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { invitationsQuery, useWithdrawInvitation } from './invitations.query.ts';
import styles from './users.module.css';

/** Lists invitations that nobody has accepted; renders nothing if there are none. */
export function InvitationsCard() {
  const { data } = useQuery(invitationsQuery);
  const withdraw = useWithdrawInvitation();
  if (!data || data.invitations.length === 0) return null;
  return (
    <Card title="Invitations" sub="Not accepted yet">
      <ul className={styles.invitations}>
        {data.invitations.map(({ id, email, role, expiresAt, isExpired }) => (
          <li key={id} className={styles.invitation}>
            <span className={styles.invited}>{email}</span>
            {role === 'system-admin' && <Chip tone="accent">system-admin</Chip>}
            <Chip tone={isExpired ? 'bad' : 'neutral'}>
              {isExpired ? 'Expired' : `Expires ${dateLabel(expiresAt)}`}
            </Chip>
            <Button
              size="small"
              busy={withdraw.isPending && withdraw.variables === id}
              busyLabel="Withdrawing…"
              aria-label={`Withdraw the invitation of ${email}`}
              onClick={() => withdraw.mutate(id)}
            >
              {isExpired ? 'Remove' : 'Withdraw'}
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  );
}
