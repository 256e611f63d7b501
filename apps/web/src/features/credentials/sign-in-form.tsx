import { signInWithPassword } from '@tidemark/contract';
import { useMutation } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { type SubmitEvent, useState } from 'react';
import { call } from '#web/platform/call.ts';
import { CallError, getServerMessage } from '#web/platform/failed-call.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { asPage } from './call-as-page.ts';
import { ForgottenPasswordLine } from './forgotten-password-line.tsx';
import { canUsePasskeys } from './passkey.ts';
import { PasswordField } from './password-field.tsx';
import { Problem, SignInFrame } from './sign-in-frame.tsx';
import styles from './sign-in-frame.module.css';
import { usePasskeySignIn, usePasskeySuggestions } from './use-passkey-sign-in.ts';

const unreachable = 'Could not reach the server. Try again in a moment.';

export function SignInForm() {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState<string | null>(null);
  const passkey = usePasskeySignIn();
  const signIn = useMutation({
    mutationFn: () =>
      call(signInWithPassword, { body: { email, password, ...(code !== null && { code }) }, ...asPage }),
    onSuccess({ redirectTo }) {
      if (redirectTo === null) setCode('');
      else window.location.replace(redirectTo);
    },
  });
  const isLeaving = signIn.isSuccess && signIn.data.redirectTo !== null;
  const isWrongCode = signIn.error instanceof CallError && signIn.error.code === 'code_rejected';
  const suggestionError = usePasskeySuggestions({ isPaused: passkey.isPending || code !== null });
  const problem = signIn.error ?? passkey.error ?? suggestionError;

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!signIn.isPending && !isLeaving) signIn.mutate();
  }

  if (code !== null)
    return (
      <SignInFrame title="Enter your code" text="Open your authenticator app, or use one of your recovery codes.">
        <form className={styles.form} onSubmit={submit}>
          {problem && !isWrongCode && <Problem>{getServerMessage(problem, unreachable)}</Problem>}
          <TextField
            label="Code"
            name="code"
            value={code}
            autoComplete="one-time-code"
            autoCapitalize="off"
            spellCheck={false}
            required
            error={isWrongCode ? getServerMessage(problem, unreachable) : null}
            onChange={(event) => setCode(event.currentTarget.value)}
          />
          <Button type="submit" variant="primary" busy={signIn.isPending || isLeaving} busyLabel="Signing in…">
            Sign in
          </Button>
        </form>
      </SignInFrame>
    );
  return (
    <SignInFrame title="Sign in to Tidemark">
      <form className={styles.form} onSubmit={submit}>
        {problem && <Problem>{getServerMessage(problem, unreachable)}</Problem>}
        <TextField
          label="Email"
          name="email"
          inputMode="email"
          value={email}
          autoComplete="username webauthn"
          autoCapitalize="off"
          required
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <PasswordField
          label="Password"
          name="password"
          value={password}
          autoComplete="current-password"
          required
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <Button type="submit" variant="primary" busy={signIn.isPending || isLeaving} busyLabel="Signing in…">
          Sign in
        </Button>
      </form>
      {canUsePasskeys() && (
        <>
          <div className={styles.or}>or</div>
          <Button
            className={styles.wide}
            icon={<KeyRound size={17} aria-hidden="true" />}
            busy={passkey.isPending}
            busyLabel="Waiting for your passkey…"
            onClick={() => passkey.mutate()}
          >
            Sign in with a passkey
          </Button>
        </>
      )}
      <ForgottenPasswordLine />
    </SignInFrame>
  );
}
