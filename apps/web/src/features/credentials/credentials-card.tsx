import { removePasskey, type Credentials } from '@tidemark/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '#web/platform/call.ts';
import { getServerMessage } from '#web/platform/failed-call.ts';
import { dateLabel } from '#web/platform/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Row, RowList } from '#web/ui/row-list.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { notify } from '#web/ui/toaster.tsx';
import { AddPasskey } from './add-passkey.tsx';
import { ChangeEmail } from './change-email.tsx';
import { ChangePassword } from './change-password.tsx';
import styles from './credentials.module.css';
import { credentialsQuery, useCredentialChange } from './credentials.query.ts';
import { canUsePasskeys } from './passkey.ts';
import { RemoveCodes } from './remove-codes.tsx';
import { lazyComponent } from '#web/ui/lazy-part.tsx';

const ConfirmOwnEmail = lazyComponent(async () => (await import('./confirm-own-email.tsx')).default);
const RequireCodes = lazyComponent(async () => (await import('./require-codes.tsx')).default);

type OpenDialog = 'email' | 'password' | 'passkey' | 'codes' | 'no-codes';

interface CredentialsCardProps {
  /** Of a link that was mailed to the user's new address. */
  emailToken?: string | undefined;
  onEmailAnswered?: () => void;
}

/** How the user signs in: email, password, passkeys and codes. */
export function CredentialsCard({ emailToken, onEmailAnswered }: CredentialsCardProps) {
  const { data, error, isFetching, refetch } = useQuery(credentialsQuery);
  const [open, setOpen] = useState<OpenDialog | null>(null);
  const close = () => setOpen(null);

  return (
    <Card title="How You Sign In">
      {data ? (
        <Methods credentials={data} onOpen={setOpen} />
      ) : error ? (
        <LoadFailure title="Could not load how you sign in" error={error} isRetrying={isFetching} onRetry={refetch} />
      ) : (
        <Skeleton height={180} />
      )}
      {emailToken !== undefined && onEmailAnswered && <ConfirmOwnEmail token={emailToken} onClose={onEmailAnswered} />}
      {data && open === 'email' && <ChangeEmail hasPassword={data.hasPassword} onClose={close} />}
      {data && open === 'password' && <ChangePassword hasPassword={data.hasPassword} onClose={close} />}
      {data && open === 'passkey' && <AddPasskey hasPassword={data.hasPassword} onClose={close} />}
      {data && open === 'no-codes' && <RemoveCodes hasPassword={data.hasPassword} onClose={close} />}
      {data && open === 'codes' && <RequireCodes hasPassword={data.hasPassword} onClose={close} />}
    </Card>
  );
}

function Methods({ credentials, onOpen }: { credentials: Credentials; onOpen: (dialog: OpenDialog) => void }) {
  const { email, pendingEmail, hasPassword, passkeys, usesCodes, recoveryCodesLeft } = credentials;
  return (
    <RowList>
      <Row name="Email" notes={[email, ...(pendingEmail === null ? [] : [`Becomes ${pendingEmail} once confirmed`])]}>
        <Button size="small" onClick={() => onOpen('email')}>
          Change email
        </Button>
      </Row>
      <Row name="Password" notes={[hasPassword ? 'Set' : 'None: you sign in with a passkey']}>
        <Button size="small" onClick={() => onOpen('password')}>
          {hasPassword ? 'Change password' : 'Set password'}
        </Button>
      </Row>
      <Row
        name="Passkeys"
        notes={passkeys.length === 0 ? ['Sign in with your fingerprint, face or PIN instead of the password'] : []}
        more={passkeys.length > 0 && <Passkeys passkeys={passkeys} />}
      >
        {canUsePasskeys() && (
          <Button size="small" onClick={() => onOpen('passkey')}>
            Add a passkey
          </Button>
        )}
      </Row>
      {hasPassword && (
        <Row
          name="Authenticator app"
          notes={[
            usesCodes
              ? `A code is required with the password. Recovery codes left: ${recoveryCodesLeft}`
              : 'Require a code beside the password',
          ]}
        >
          <Button size="small" onClick={() => onOpen(usesCodes ? 'no-codes' : 'codes')}>
            {usesCodes ? 'Stop requiring codes' : 'Require a code'}
          </Button>
        </Row>
      )}
    </RowList>
  );
}

function Passkeys({ passkeys }: { passkeys: Credentials['passkeys'] }) {
  const [asked, setAsked] = useState<Credentials['passkeys'][number] | null>(null);
  const remove = useCredentialChange((id: string) => call(removePasskey, { params: { id } }), {
    done: () => 'Passkey removed',
  });
  return (
    <ul className={styles.passkeys}>
      {passkeys.map((passkey) => (
        <li key={passkey.id} className={styles.passkey}>
          <span>
            {passkey.name} · {passkey.lastUsedAt ? `last used ${dateLabel(passkey.lastUsedAt)}` : 'not used yet'}
          </span>
          <Button variant="text" size="small" aria-label={`Remove ${passkey.name}`} onClick={() => setAsked(passkey)}>
            Remove
          </Button>
        </li>
      ))}
      <ConfirmDialog
        open={asked !== null}
        title="Remove this passkey?"
        confirm="Remove passkey"
        onClose={() => setAsked(null)}
        onConfirm={() =>
          asked &&
          remove.mutate(asked.id, {
            onError: (error) => notify.error(getServerMessage(error, 'Could not remove the passkey')),
          })
        }
      >
        You can no longer sign in with “{asked?.name}”. Remove it from your device too.
      </ConfirmDialog>
    </ul>
  );
}
