import { requireCodes, startCodes } from '@tidemark/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { renderSVG } from 'uqr';
import { call } from '#web/platform/call.ts';
import { queryKeys } from '#web/platform/query-keys.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { CredentialDialog } from './credential-dialog.tsx';
import styles from './credentials.module.css';
import { useCredentialChange } from './credentials.query.ts';
import { CurrentPassword, toBody } from './current-password.tsx';

/** Connects an authenticator app, then shows the recovery codes once. */
export default function RequireCodes({ hasPassword, onClose }: { hasPassword: boolean; onClose: () => void }) {
  const [code, setCode] = useState('');
  const [current, setCurrent] = useState('');
  const options = useQuery({
    queryKey: queryKeys.signIn.codes,
    queryFn: ({ signal }) => call(startCodes, { body: {} }, signal),
    staleTime: Infinity,
    gcTime: 0,
  });
  const secret = options.data?.secret ?? '';
  const start = useCredentialChange(
    () => call(requireCodes, { body: { ...toBody(current), secret, code: code.replaceAll(' ', '') } }),
    { done: () => 'Two-factor codes are on' },
  );

  if (start.data)
    return (
      <Dialog
        open
        onClose={onClose}
        title="Save your recovery codes"
        width="small"
        footer={
          <Button variant="primary" onClick={onClose}>
            I have saved them
          </Button>
        }
      >
        <div className={styles.form}>
          <p>Each one replaces your authenticator app once. They won’t be shown again.</p>
          <ul className={styles.codes}>
            {start.data.recoveryCodes.map((one) => (
              <li key={one}>{one}</li>
            ))}
          </ul>
        </div>
      </Dialog>
    );
  return (
    <CredentialDialog
      title="Turn on codes"
      confirm="Confirm code"
      busy={start.isPending}
      error={start.error ?? options.error}
      onSubmit={() => start.mutate(undefined)}
      onClose={onClose}
    >
      <p>Scan this with an authenticator app, or enter the secret there. Then enter the code that the app shows.</p>
      <div className={styles.code}>
        {options.data ? (
          <span
            role="img"
            aria-label="The secret as a QR code"
            // The library writes only rectangles for the text, nothing of the text itself.
            // oxlint-disable-next-line react/no-danger
            dangerouslySetInnerHTML={{ __html: renderSVG(options.data.uri, { border: 2 }) }}
          />
        ) : (
          <Skeleton width={180} height={180} />
        )}
        <code className={styles.secret}>{secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code>
      </div>
      <TextField
        label="Code"
        value={code}
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      <CurrentPassword isNeeded={hasPassword} value={current} onChange={setCurrent} />
    </CredentialDialog>
  );
}
