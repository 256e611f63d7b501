import { removeCodes } from '@tidemark/contract';
import { useState } from 'react';
import { call } from '#web/platform/call.ts';
import { CredentialDialog } from './credential-dialog.tsx';
import { useCredentialChange } from './credentials.query.ts';
import { CurrentCode, CurrentPassword, toBody } from './current-password.tsx';

export function RemoveCodes({ hasPassword, onClose }: { hasPassword: boolean; onClose: () => void }) {
  const [current, setCurrent] = useState('');
  const [code, setCode] = useState('');
  const remove = useCredentialChange(() => call(removeCodes, { body: toBody(current, code) }), {
    done: () => 'Two-factor codes are off',
    onDone: onClose,
  });
  return (
    <CredentialDialog
      title="Turn off codes?"
      confirm="Turn off codes"
      danger
      busy={remove.isPending}
      error={remove.error}
      onSubmit={() => remove.mutate(undefined)}
      onClose={onClose}
    >
      <p>Your password alone will be enough to sign in. Your recovery codes stop working.</p>
      <CurrentPassword isNeeded={hasPassword} value={current} onChange={setCurrent} />
      <CurrentCode isNeeded value={code} onChange={setCode} />
    </CredentialDialog>
  );
}
