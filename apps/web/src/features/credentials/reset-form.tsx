import { minPasswordLength, redeemLink } from '@tidemark/contract';
import { useMutation } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { call } from '#web/platform/call.ts';
import { CallError, getServerMessage } from '#web/platform/failed-call.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { asPage, signInPath } from './call-as-page.ts';
import { PasswordField } from './password-field.tsx';
import { Problem, SignInFrame } from './sign-in-frame.tsx';
import styles from './sign-in-frame.module.css';

export function ResetForm({ token, email }: { token: string; email: string }) {
  const [password, setPassword] = useState('');
  const reset = useMutation({
    mutationFn: () => call(redeemLink, { body: { token, password }, ...asPage }),
  });
  const isWeak = reset.error instanceof CallError && reset.error.code === 'password_weak';
  const message = reset.error && getServerMessage(reset.error, 'Could not reach the server. Try again in a moment.');

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!reset.isPending) reset.mutate();
  }

  if (reset.isSuccess)
    return (
      <SignInFrame title="Your password is changed" text="You are signed out everywhere else.">
        <a
          className={buttonClass('primary')}
          href={`${signInPath}?returnTo=${encodeURIComponent('/profile?tab=sign-in&reset=done')}`}
        >
          Sign in
        </a>
      </SignInFrame>
    );
  return (
    <SignInFrame title="Set a new password">
      <form className={styles.form} onSubmit={submit}>
        {message && !isWeak && <Problem>{message}</Problem>}
        <TextField label="Email" type="email" value={email} readOnly autoComplete="username" />
        <PasswordField
          label="New password"
          value={password}
          autoComplete="new-password"
          required
          hint={`At least ${minPasswordLength} characters. Several words are easy to remember.`}
          error={isWeak ? message : null}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <Button type="submit" variant="primary" busy={reset.isPending} busyLabel="Saving…">
          Set password
        </Button>
      </form>
    </SignInFrame>
  );
}
