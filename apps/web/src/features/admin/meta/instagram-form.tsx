import { useState, type FormEvent } from 'react';
import { getServerMessage } from '#web/platform/failed-call.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { getNumberProblem } from './app-form.tsx';
import { Checks } from '../checks.tsx';
import styles from './meta.module.css';
import { useSaveInstagramApp } from './meta.query.ts';
import { SavedApp } from './saved-app.tsx';

/** Takes the ID and the secret that Meta shows for Instagram. They are tried, saved, and never shown again. */
export function InstagramForm() {
  const [appId, setAppId] = useState('');
  const [appSecret, setAppSecret] = useState('');
  const save = useSaveInstagramApp();

  if (save.data?.isSaved)
    return (
      <SavedApp
        checks={save.data.checks}
        appId={appId.trim()}
        isUsed={({ instagramLogin }) => instagramLogin}
        next="/profile"
      >
        Saved. Tidemark is restarting; then connect an account with Instagram to test the secret.
      </SavedApp>
    );

  function submit(event: FormEvent) {
    event.preventDefault();
    save.mutate({ appId, appSecret });
  }

  return (
    <form className={styles.form} onSubmit={submit}>
      <TextField
        label="Instagram app ID"
        required
        inputMode="numeric"
        autoComplete="off"
        value={appId}
        error={getNumberProblem(appId)}
        onChange={(event) => setAppId(event.target.value)}
      />
      <TextField
        label="Instagram app secret"
        required
        type="password"
        autoComplete="off"
        hint="Not the secret in App settings → Basic"
        value={appSecret}
        onChange={(event) => setAppSecret(event.target.value)}
      />
      {save.isError && (
        <Alert onDismiss={save.reset}>{getServerMessage(save.error, 'Could not reach Instagram')}</Alert>
      )}
      {save.data && <Checks checks={save.data.checks} />}
      <Button
        type="submit"
        variant="primary"
        busy={save.isPending}
        busyLabel="Checking…"
        disabled={!appId || !appSecret || getNumberProblem(appId) !== null}
      >
        Test and save
      </Button>
    </form>
  );
}
