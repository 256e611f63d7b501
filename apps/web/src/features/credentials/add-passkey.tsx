import { addPasskey, startPasskey } from '@tidemark/contract';
import { useState } from 'react';
import { call } from '#web/platform/call.ts';
import { TextField } from '#web/ui/text-field.tsx';
import { CredentialDialog } from './credential-dialog.tsx';
import { useCredentialChange } from './credentials.query.ts';
import { CurrentCode, CurrentPassword, toBody } from './current-password.tsx';
import { createPasskey } from './passkey.ts';

interface PasskeyDialogProps {
  hasPassword: boolean;
  usesCodes: boolean;
  onClose: () => void;
}

export function AddPasskey({ hasPassword, usesCodes, onClose }: PasskeyDialogProps) {
  const [name, setName] = useState('');
  const [current, setCurrent] = useState('');
  const [code, setCode] = useState('');
  const add = useCredentialChange(
    async () => {
      const passkey = await createPasskey(await call(startPasskey, { body: toBody(current, code) }));
      return passkey && call(addPasskey, { body: { passkey, name } });
    },
    { done: (added) => (added ? 'Passkey added' : null), onDone: onClose },
  );
  return (
    <CredentialDialog
      title="Add a passkey"
      confirm="Continue"
      busy={add.isPending}
      error={add.error}
      onSubmit={() => add.mutate(undefined)}
      onClose={onClose}
    >
      <p>Your device asks for your fingerprint, face or PIN. The passkey then replaces password and code.</p>
      <TextField
        label="Name"
        value={name}
        maxCharacters={60}
        placeholder="Such as Work laptop"
        autoComplete="off"
        required
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <CurrentPassword isNeeded={hasPassword} value={current} onChange={setCurrent} />
      <CurrentCode isNeeded={usesCodes} value={code} onChange={setCode} />
    </CredentialDialog>
  );
}
