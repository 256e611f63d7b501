import { changeEmail } from '@tidemark/contract';
import { useState } from 'react';
import { call } from '#web/platform/call.ts';
import { TextField } from '#web/ui/text-field.tsx';
import { CredentialDialog } from './credential-dialog.tsx';
import { useCredentialChange } from './credentials.query.ts';
import { CurrentPassword, toBody } from './current-password.tsx';

export function ChangeEmail({ hasPassword, onClose }: { hasPassword: boolean; onClose: () => void }) {
  const [email, setEmail] = useState('');
  const [current, setCurrent] = useState('');
  const change = useCredentialChange(() => call(changeEmail, { body: { ...toBody(current), email } }), {
    done: ({ isMailed }) =>
      isMailed ? 'Open the link we mailed to the new address' : 'Ask an operator to confirm the new address',
    onDone: onClose,
  });
  return (
    <CredentialDialog
      title="Change your email"
      confirm="Save email"
      busy={change.isPending}
      error={change.error}
      onSubmit={() => change.mutate(undefined)}
      onClose={onClose}
    >
      <TextField
        label="New email"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        value={email}
        autoComplete="email"
        required
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <p>It replaces your current address once confirmed.</p>
      <CurrentPassword isNeeded={hasPassword} value={current} onChange={setCurrent} />
    </CredentialDialog>
  );
}
