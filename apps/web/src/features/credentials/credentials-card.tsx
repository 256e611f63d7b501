import type { Credentials } from '@tidemark/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { dateLabel } from '#web/platform/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Row, RowList } from '#web/ui/row-list.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { AddPasskey } from './add-passkey.tsx';
import { ChangeEmail } from './change-email.tsx';
import { ChangePassword } from './change-password.tsx';
import styles from './credentials.module.css';
import { credentialsQuery } from './credentials.query.ts';
import { canUsePasskeys } from './passkey.ts';
import { RemoveCodes } from './remove-codes.tsx';
import { RemovePasskey } from './remove-passkey.tsx';
import { lazyComponent } from '#web/ui/lazy-part.tsx';

const EndAccess = lazyComponent(async () => (await import('./end-access.tsx')).default);
const ConfirmOwnEmail = lazyComponent(async () => (await import('./confirm-own-email.tsx')).default);
const RequireCodes = lazyComponent(async () => (await import('./require-codes.tsx')).default);

type OpenDialog = 'access' | 'email' | 'password' | 'passkey' | 'codes' | 'no-codes';

interface CredentialsCardProps {
  /** Token from the link mailed to the user's new address. */
  emailToken?: string | undefined;
  /** True if the password has just been reset. */
  isReset?: boolean;
  /** Called once the user has answered the link's question. */
  onAnswered?: () => void;
}

/** The user's sign-in methods: email, password, passkeys and codes. */
export function CredentialsCard({ emailToken, isReset = false, onAnswered }: CredentialsCardProps) {
  const { data, error, isFetching, refetch } = useQuery(credentialsQuery);
  const [open, setOpen] = useState<OpenDialog | null>(isReset ? 'access' : null);
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
      {emailToken !== undefined && <ConfirmOwnEmail token={emailToken} onClose={() => onAnswered?.()} />}
      {data && open === 'email' && <ChangeEmail hasPassword={data.hasPassword} onClose={close} />}
      {data && open === 'password' && (
        <ChangePassword hasPassword={data.hasPassword} onChanged={() => setOpen('access')} onClose={close} />
      )}
      {open === 'access' && (
        <EndAccess
          onClose={() => {
            close();
            onAnswered?.();
          }}
        />
      )}
      {data && open === 'passkey' && <AddPasskey {...data} onClose={close} />}
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
        more={passkeys.length > 0 && <Passkeys credentials={credentials} />}
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
              : 'Require a code in addition to the password',
          ]}
        >
          <Button size="small" onClick={() => onOpen(usesCodes ? 'no-codes' : 'codes')}>
            {usesCodes ? 'Turn off codes' : 'Turn on codes'}
          </Button>
        </Row>
      )}
    </RowList>
  );
}

function Passkeys({ credentials }: { credentials: Credentials }) {
  const [asked, setAsked] = useState<Credentials['passkeys'][number] | null>(null);
  return (
    <ul className={styles.passkeys}>
      {credentials.passkeys.map((passkey) => (
        <li key={passkey.id} className={styles.passkey}>
          <span>
            {passkey.name} · {passkey.lastUsedAt ? `last used ${dateLabel(passkey.lastUsedAt)}` : 'not used yet'}
          </span>
          <Button variant="text" size="small" aria-label={`Remove ${passkey.name}`} onClick={() => setAsked(passkey)}>
            Remove
          </Button>
        </li>
      ))}
      {asked && <RemovePasskey passkey={asked} credentials={credentials} onClose={() => setAsked(null)} />}
    </ul>
  );
}
