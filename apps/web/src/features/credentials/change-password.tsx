import { changePassword, minPasswordLength } from '@tidemark/contract';
import { useState } from 'react';
import { call } from '#web/platform/call.ts';
import { CredentialDialog } from './credential-dialog.tsx';
import { useCredentialChange } from './credentials.query.ts';
import { CurrentPassword, toBody } from './current-password.tsx';
import { PasswordField } from './password-field.tsx';

interface ChangePasswordProps {
  hasPassword: boolean;
  onChanged: () => void;
  onClose: () => void;
}

export function ChangePassword({ hasPassword, onChanged, onClose }: ChangePasswordProps) {
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const change = useCredentialChange(() => call(changePassword, { body: { ...toBody(current), newPassword: next } }), {
    done: () => 'Password changed. You are signed out everywhere else.',
    onDone: onChanged,
  });
  return (
    <CredentialDialog
      title={hasPassword ? 'Change your password' : 'Set a password'}
      confirm="Save password"
      busy={change.isPending}
      error={change.error}
      onSubmit={() => change.mutate(undefined)}
      onClose={onClose}
    >
      <CurrentPassword isNeeded={hasPassword} value={current} onChange={setCurrent} />
      <PasswordField
        label="New password"
        value={next}
        autoComplete="new-password"
        required
        hint={`At least ${minPasswordLength} characters. Several words are easy to remember.`}
        onChange={(event) => setNext(event.currentTarget.value)}
      />
    </CredentialDialog>
  );
}
