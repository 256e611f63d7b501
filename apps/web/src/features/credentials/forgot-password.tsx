import { requestReset } from '@tidemark/contract';
import { useMutation } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { call } from '#web/platform/call.ts';
import { getServerMessage } from '#web/platform/failed-call.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { asPage, signInPath } from './call-as-page.ts';
import { Problem, SignInFrame } from './sign-in-frame.tsx';
import styles from './sign-in-frame.module.css';

/** Requests a reset link. Shows the same text whether or not the address belongs to a user. */
export function ForgotPassword() {
  const [email, setEmail] = useState('');
  const request = useMutation({ mutationFn: () => call(requestReset, { body: { email }, ...asPage }) });
  const back = (
    <a className={buttonClass()} href={signInPath}>
      Back to the sign-in
    </a>
  );

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!request.isPending) request.mutate();
  }

  if (request.isSuccess)
    return (
      <SignInFrame
        title="Check your mail"
        text={
          <>
            If a user signs in with <bdi>{email}</bdi>, a link is on its way. It works for two hours. Nothing there?
            Check the spam folder, or ask an operator of this site.
          </>
        }
      >
        {back}
      </SignInFrame>
    );
  return (
    <SignInFrame title="Forgot your password?" text="We’ll send you a link to set a new one.">
      <form className={styles.form} onSubmit={submit}>
        {request.error && (
          <Problem>{getServerMessage(request.error, 'Could not reach the server. Try again in a moment.')}</Problem>
        )}
        <TextField
          label="Email"
          name="email"
          inputMode="email"
          value={email}
          autoComplete="username"
          autoCapitalize="off"
          required
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <Button type="submit" variant="primary" busy={request.isPending} busyLabel="Sending…">
          Send link
        </Button>
        {back}
      </form>
    </SignInFrame>
  );
}
