import type { AdminUser } from '@tidemark/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { TextField } from '#web/ui/text-field.tsx';
import type { UserAction } from './user-columns.tsx';
import { UserDialog } from './user-dialog.tsx';
import styles from './users.module.css';
import { givenPlansQuery } from './users.query.ts';

export interface Asked {
  action: UserAction;
  user: AdminUser;
}

export function UserDialogs({ asked, onClose }: { asked: Asked | null; onClose: () => void }) {
  if (!asked) return null;
  const { user } = asked;
  if (asked.action === 'role') return <ChangeRole key={user.id} user={user} onClose={onClose} />;
  if (asked.action === 'disabled') return <ChangeAccess key={user.id} user={user} onClose={onClose} />;
  return <GivePlan key={user.id} user={user} onClose={onClose} />;
}

interface DialogProps {
  user: AdminUser;
  onClose: () => void;
}

function ChangeRole({ user, onClose }: DialogProps) {
  const isOperator = user.role === 'system-admin';
  return (
    <UserDialog
      user={user}
      title={isOperator ? 'Take the role away' : 'Make an operator'}
      confirm={isOperator ? 'Take away' : 'Make operator'}
      danger={isOperator}
      change={{ kind: 'role', role: isOperator ? 'user' : 'system-admin' }}
      onClose={onClose}
    >
      {isOperator ? (
        <p>
          <strong>{user.name}</strong> loses the System area at once, wherever they have it open.
        </p>
      ) : (
        <p>
          <strong>{user.name}</strong> ({user.email}) will see all users and accounts, and may change roles, plans and
          throttles.
        </p>
      )}
      <p>It is written into the log.</p>
    </UserDialog>
  );
}

function ChangeAccess({ user, onClose }: DialogProps) {
  const disabled = user.accountStatus === 'active';
  return (
    <UserDialog
      user={user}
      title={disabled ? 'Disable this user' : 'Let this user in again'}
      confirm={disabled ? 'Disable' : 'Let in again'}
      danger={disabled}
      change={{ kind: 'disabled', disabled }}
      onClose={onClose}
    >
      <p>
        <strong>{user.name}</strong>{' '}
        {disabled
          ? 'is shut out at once, open pages included. Nothing of theirs is deleted, and their accounts go on being read.'
          : 'can sign in again and finds everything as it was.'}
      </p>
    </UserDialog>
  );
}

const mostDays = 3650;

function GivePlan({ user, onClose }: DialogProps) {
  const { data } = useQuery(givenPlansQuery);
  const [plan, setPlan] = useState(user.plan.id);
  const [days, setDays] = useState('30');
  const known = Number(days);
  const isValid = Number.isInteger(known) && known >= 1 && known <= mostDays;
  const isFree = plan === 'free';
  return (
    <UserDialog
      user={user}
      title="Give a plan"
      confirm="Give plan"
      change={isValid || isFree ? { kind: 'plan', plan, days: known } : null}
      onClose={onClose}
    >
      <p>
        A plan given here costs <strong>{user.name}</strong> nothing and counts as no income.
      </p>
      <fieldset className={styles.choices}>
        <legend>Plan</legend>
        {(data?.plans ?? []).map(({ id, name, accountLimits }) => (
          <label key={id} className={styles.choice}>
            <input type="radio" name="plan" value={id} checked={plan === id} onChange={() => setPlan(id)} />
            {name}
            <span>{accountLimits.unlimited ? 'unlimited accounts' : `${accountLimits.total} accounts`}</span>
          </label>
        ))}
      </fieldset>
      {!isFree && (
        <TextField
          label="Period in days"
          type="number"
          min={1}
          max={mostDays}
          value={days}
          onChange={({ target }) => setDays(target.value)}
          error={isValid ? null : `Whole days from 1 to ${mostDays}`}
          hint="Shown as the end of their period; the plan stays until it is changed"
        />
      )}
    </UserDialog>
  );
}
