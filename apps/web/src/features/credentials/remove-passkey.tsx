import { removePasskey, type Credentials } from '@tidemark/contract';
import { useState } from 'react';
import { call } from '#web/platform/call.ts';
import { CredentialDialog } from './credential-dialog.tsx';
import { useCredentialChange } from './credentials.query.ts';
import { CurrentCode, CurrentPassword, toBody } from './current-password.tsx';

interface RemovePasskeyProps {
  passkey: Credentials['passkeys'][number];
  credentials: Credentials;
  onClose: () => void;
}

export function RemovePasskey({ passkey: { id, name }, credentials, onClose }: RemovePasskeyProps) {
  const [current, setCurrent] = useState('');
  const [code, setCode] = useState('');
  const remove = useCredentialChange(() => call(removePasskey, { params: { id }, body: toBody(current, code) }), {
    done: () => 'Passkey removed',
    onDone: onClose,
  });
  return (
    <CredentialDialog
      title="Remove this passkey?"
      confirm="Remove passkey"
      danger
      busy={remove.isPending}
      error={remove.error}
      onSubmit={() => remove.mutate(undefined)}
      onClose={onClose}
    >
      <p>You can no longer sign in with “{name}”. Remove it from your device too.</p>
      <CurrentPassword isNeeded={credentials.hasPassword} value={current} onChange={setCurrent} />
      <CurrentCode isNeeded={credentials.usesCodes} value={code} onChange={setCode} />
    </CredentialDialog>
  );
}
