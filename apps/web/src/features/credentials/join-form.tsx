import { minPasswordLength, startLinkPasskey, redeemLink, type SignInLinkKind } from '@tidemark/contract';
import { useMutation } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { type SubmitEvent, useRef, useState } from 'react';
import { call } from '#web/platform/call.ts';
import { CallError, getServerMessage } from '#web/platform/failed-call.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { asPage, signInPath } from './call-as-page.ts';
import { canUsePasskeys, createPasskey } from './passkey.ts';
import { PasswordField } from './password-field.tsx';
import { Problem, SignInFrame } from './sign-in-frame.tsx';
import styles from './sign-in-frame.module.css';

interface JoinFormProps {
  token: string;
  kind: SignInLinkKind;
  /** Address the invitation names; null for the first operator. */
  email: string | null;
  name: string | null;
}

const fieldOf: Record<string, 'email' | 'password'> = { password_weak: 'password', email_taken: 'email' };

/** Creates a user from a setup link or an invitation, with a password or a passkey. */
export function JoinForm({ token, kind, email: invitedEmail, name: suggestedName }: JoinFormProps) {
  const [email, setEmail] = useState(invitedEmail ?? '');
  const [name, setName] = useState(suggestedName ?? '');
  const [password, setPassword] = useState('');
  const form = useRef<HTMLFormElement>(null);
  const join = useMutation({
    async mutationFn(way: 'password' | 'passkey') {
      const passkey =
        way === 'passkey'
          ? await createPasskey(await call(startLinkPasskey, { body: { token, email, name }, ...asPage }))
          : null;
      if (way === 'passkey' && !passkey) return false;
      const body = { token, name, ...(invitedEmail === null && { email }), ...(passkey ? { passkey } : { password }) };
      await call(redeemLink, { body, ...asPage });
      // Such as an invitation to a workspace, which leads here first.
      const { search } = window.location;
      window.location.replace(search.startsWith('?returnTo=') ? signInPath + search : signInPath);
      return true;
    },
  });
  const code = join.error instanceof CallError ? join.error.code : undefined;
  const field = code ? fieldOf[code] : undefined;
  const message = join.error && getServerMessage(join.error, 'Could not reach the server. Try again in a moment.');
  const isBusy = join.isPending || join.data === true;

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!isBusy) join.mutate('password');
  }

  /** The passkey needs the other fields only. */
  function joinWithPasskey() {
    const fields = [...(form.current?.querySelectorAll<HTMLInputElement>('input:not([name="password"])') ?? [])];
    if (fields.every((one) => one.reportValidity())) join.mutate('passkey');
  }

  return (
    <SignInFrame
      title={kind === 'setup' ? 'Set up Tidemark' : 'Welcome to Tidemark'}
      text={
        kind === 'setup'
          ? 'Create the administrator account.'
          : 'You have been invited. Choose how you want to sign in.'
      }
    >
      <form ref={form} className={styles.form} onSubmit={submit}>
        {message && !field && <Problem>{message}</Problem>}
        <TextField
          label="Name"
          value={name}
          autoComplete="name"
          maxCharacters={100}
          required
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <TextField
          label="Email"
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
          value={email}
          autoComplete="username"
          readOnly={invitedEmail !== null}
          required
          error={field === 'email' ? message : null}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <PasswordField
          label="Password"
          name="password"
          value={password}
          autoComplete="new-password"
          required
          hint={`At least ${minPasswordLength} characters. Several words are easy to remember.`}
          error={field === 'password' ? message : null}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <Button type="submit" variant="primary" busy={isBusy && join.variables === 'password'} busyLabel="Signing in…">
          Create account
        </Button>
      </form>
      {canUsePasskeys() && (
        <>
          <div className={styles.or}>or</div>
          <Button
            className={styles.wide}
            icon={<KeyRound size={17} aria-hidden="true" />}
            busy={isBusy && join.variables === 'passkey'}
            busyLabel="Waiting for your passkey…"
            onClick={joinWithPasskey}
          >
            Use a passkey instead
          </Button>
        </>
      )}
    </SignInFrame>
  );
}
