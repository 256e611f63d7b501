import { maxPasscodeLength } from '@tidemark/contract';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { getServerMessage } from '#web/platform/failed-call.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import styles from './shared-page.module.css';

interface PasscodeFormProps {
  error: unknown;
  isChecking: boolean;
  onSubmit: (passcode: string) => void;
}

export function PasscodeForm({ error, isChecking, onSubmit }: PasscodeFormProps) {
  const [passcode, setPasscode] = useState('');
  const field = useRef<HTMLInputElement>(null);
  // Runs again after a wrong guess, because that disabled the focused button.
  useEffect(() => field.current?.focus(), [error]);

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!isChecking) onSubmit(passcode);
  }

  return (
    <form className={styles.passcode} onSubmit={submit}>
      <h1 className={styles.title}>Enter the passcode</h1>
      <p className={styles.text}>Ask the sender for the passcode.</p>
      <TextField
        ref={field}
        label="Passcode"
        type="password"
        autoComplete="off"
        value={passcode}
        maxCharacters={maxPasscodeLength}
        error={error ? getServerMessage(error, 'Could not reach the server. Try again in a moment.') : null}
        required
        onChange={({ target }) => setPasscode(target.value)}
      />
      <Button type="submit" variant="primary" busy={isChecking} busyLabel="Checking…">
        Open
      </Button>
    </form>
  );
}
