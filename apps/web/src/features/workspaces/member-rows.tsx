import type { Member, MemberInvitation } from '@tidemark/contract';
import { subscriptionLabels } from '#web/features/mail/index.ts';
import { dateLabel, plural } from '#web/platform/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { Row } from '#web/ui/row-list.tsx';
import { useWithdraw } from './members.query.ts';
import { roleLabels } from './roles.ts';

interface MemberRowProps {
  member: Member;
  isSelf: boolean;
  /** Missing for members whom the user cannot change. */
  onChange?: () => void;
  onRemove?: () => void;
}

export function MemberRow({ member, isSelf, onChange, onRemove }: MemberRowProps) {
  const { name, email, role, accountIds, reportIds, joinedAt, mail } = member;
  return (
    <Row
      name={
        <>
          <bdi>{name}</bdi> {isSelf && <Chip>You</Chip>}
        </>
      }
      notes={[
        [roleLabels[role].name, toScope(accountIds, reportIds), email].filter(Boolean).join(' · '),
        ...(joinedAt ? [`Since ${dateLabel(joinedAt)}`] : []),
        ...(mail?.length
          ? [`Receives ${mail.map((kind) => subscriptionLabels[kind].toLowerCase()).join(' and ')} by mail`]
          : []),
      ]}
    >
      {onChange && (
        <Button size="small" aria-label={`Change the role of ${name}`} onClick={onChange}>
          Change
        </Button>
      )}
      {onRemove && (
        <Button size="small" aria-label={`Remove ${name}`} onClick={onRemove}>
          Remove
        </Button>
      )}
    </Row>
  );
}

export function InvitationRow({ invitation }: { invitation: MemberInvitation }) {
  const { id, email, role, accountIds, reportIds, expiresAt, isExpired } = invitation;
  const withdraw = useWithdraw();
  return (
    <Row
      name={
        <>
          <bdi>{email}</bdi> <Chip>{isExpired ? 'Expired' : 'Invited'}</Chip>
        </>
      }
      notes={[
        [roleLabels[role].name, toScope(accountIds, reportIds)].filter(Boolean).join(' · '),
        `${isExpired ? 'Could be accepted' : 'Can be accepted'} until ${dateLabel(expiresAt)}`,
      ]}
    >
      <Button
        size="small"
        busy={withdraw.isPending}
        busyLabel="Withdrawing…"
        aria-label={`Withdraw the invitation of ${email}`}
        onClick={() => withdraw.mutate(id)}
      >
        Withdraw
      </Button>
    </Row>
  );
}

/** Says what a client sees; null for the roles that see all. */
function toScope(accountIds: Member['accountIds'], reportIds: Member['reportIds']): string | null {
  if (!accountIds) return null;
  return `${accountIds.length} ${plural(accountIds.length, 'account')}${reportIds ? ' · chosen reports' : ''}`;
}
