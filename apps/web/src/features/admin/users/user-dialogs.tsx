import type { AdminUser } from '@tidemark/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { plural } from '#web/platform/format.ts';
import { BoxedChoice, BoxedChoices } from '#web/ui/boxed-choice.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { plansQuery } from '#web/features/subscription/index.ts';
import type { UserAction } from './user-columns.tsx';
import { ResetLinkDialog } from './reset-link-dialog.tsx';
import { UserDialog } from './user-dialog.tsx';

export interface DialogTarget {
  action: UserAction;
  user: AdminUser;
}

export function UserDialogs({ asked, onClose }: { asked: DialogTarget | null; onClose: () => void }) {
  if (!asked) return null;
  const { user } = asked;
  if (asked.action === 'reset') return <ResetLinkDialog key={user.id} user={user} onClose={onClose} />;
  if (asked.action === 'email') return <ConfirmEmail key={user.id} user={user} onClose={onClose} />;
  if (asked.action === 'role') return <ChangeRole key={user.id} user={user} onClose={onClose} />;
  if (asked.action === 'disabled') return <ChangeAccess key={user.id} user={user} onClose={onClose} />;
  return <GivePlan key={user.id} user={user} onClose={onClose} />;
}

interface DialogProps {
  user: AdminUser;
  onClose: () => void;
}

function ConfirmEmail({ user, onClose }: DialogProps) {
  return (
    <UserDialog user={user} title="Confirm email" confirm="Confirm email" change={{ kind: 'email' }} onClose={onClose}>
      <p>
        <strong dir="auto">{user.name}</strong> wants to sign in with <strong>{user.unconfirmedEmail}</strong>. Confirm
        it only if you know the address is theirs: if you later switch identity providers, its owner there becomes this
        user.
      </p>
      <p>This is recorded in the audit log.</p>
    </UserDialog>
  );
}

function ChangeRole({ user, onClose }: DialogProps) {
  const isOperator = user.role === 'system-admin';
  return (
    <UserDialog
      user={user}
      title={isOperator ? 'Remove operator role' : 'Make operator'}
      confirm={isOperator ? 'Remove role' : 'Make operator'}
      danger={isOperator}
      change={{ kind: 'role', role: isOperator ? 'user' : 'system-admin' }}
      onClose={onClose}
    >
      {isOperator ? (
        <p>
          <strong dir="auto">{user.name}</strong> loses access to the System area immediately, in all open sessions.
        </p>
      ) : (
        <p>
          <strong dir="auto">{user.name}</strong> ({user.email}) will see all users and accounts, and can change roles,
          plans and throttles.
        </p>
      )}
      <p>This is recorded in the audit log.</p>
    </UserDialog>
  );
}

function ChangeAccess({ user, onClose }: DialogProps) {
  const disabled = user.accountStatus === 'active';
  return (
    <UserDialog
      user={user}
      title={disabled ? 'Disable user' : 'Re-enable user'}
      confirm={disabled ? 'Disable' : 'Re-enable'}
      danger={disabled}
      change={{ kind: 'disabled', disabled }}
      onClose={onClose}
    >
      <p>
        <strong dir="auto">{user.name}</strong>{' '}
        {disabled
          ? 'is signed out everywhere immediately. Their data is kept and their accounts keep syncing.'
          : 'can sign in again. All data is still there.'}
      </p>
    </UserDialog>
  );
}

const maxDays = 3650;

function GivePlan({ user, onClose }: DialogProps) {
  const { data: plans = [] } = useQuery(plansQuery);
  const [plan, setPlan] = useState(user.plan.id);
  const [days, setDays] = useState('30');
  const known = Number(days);
  const isValid = Number.isInteger(known) && known >= 1 && known <= maxDays;
  const isFree = plan === 'free';
  return (
    <UserDialog
      user={user}
      title="Assign plan"
      confirm="Assign plan"
      change={isValid || isFree ? { kind: 'plan', plan, days: known } : null}
      onClose={onClose}
    >
      <p>
        Plans assigned here are free for <strong dir="auto">{user.name}</strong> and don’t count as revenue.
      </p>
      <BoxedChoices legend="Plan">
        {plans.map(({ id, name, accountLimits }) => (
          <BoxedChoice
            key={id}
            type="radio"
            name="plan"
            value={id}
            label={name}
            note={
              accountLimits.unlimited
                ? 'unlimited accounts'
                : `${accountLimits.total} ${plural(accountLimits.total, 'account')}`
            }
            checked={plan === id}
            onChange={() => setPlan(id)}
          />
        ))}
      </BoxedChoices>
      {!isFree && (
        <TextField
          label="Period in days"
          type="number"
          min={1}
          max={maxDays}
          value={days}
          onChange={({ target }) => setDays(target.value)}
          error={isValid ? null : `Must be a whole number from 1 to ${maxDays}`}
          hint="Sets the end of the period shown to the user; the plan stays active until you change it"
        />
      )}
    </UserDialog>
  );
}
