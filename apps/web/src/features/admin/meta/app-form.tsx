import { useState, type FormEvent } from 'react';
import { getServerMessage } from '#web/platform/failed-call.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { CopyIcon } from '#web/ui/copy.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { Checks } from '../checks.tsx';
import styles from './meta.module.css';
import { useSaveMetaApp } from './meta.query.ts';
import { SavedApp } from './saved-app.tsx';

/** Takes the values that Meta shows once the app exists. They are tried, saved, and never shown again. */
export function AppForm() {
  const [appId, setAppId] = useState('');
  const [appSecret, setAppSecret] = useState('');
  const [loginConfigId, setLoginConfigId] = useState('');
  const [verifyToken, setVerifyToken] = useState(createToken);
  const save = useSaveMetaApp();

  if (save.data?.isSaved)
    return (
      <SavedApp
        checks={save.data.checks}
        appId={appId.trim()}
        isUsed={({ meta }) => meta.appId === appId.trim()}
        next="/welcome"
      >
        Saved. Tidemark is restarting; then connect your Meta Business login.
      </SavedApp>
    );

  function submit(event: FormEvent) {
    event.preventDefault();
    const webhookVerifyToken = verifyToken.trim() || null;
    save.mutate({ appId, appSecret, loginConfigId, webhookVerifyToken });
  }

  return (
    <form className={styles.form} onSubmit={submit}>
      <TextField
        label="App ID"
        required
        inputMode="numeric"
        autoComplete="off"
        value={appId}
        error={getNumberProblem(appId)}
        onChange={(event) => setAppId(event.target.value)}
      />
      <TextField
        label="App secret"
        required
        type="password"
        autoComplete="off"
        hint="App settings → Basic → Show"
        value={appSecret}
        onChange={(event) => setAppSecret(event.target.value)}
      />
      <TextField
        label="Login configuration ID"
        required
        inputMode="numeric"
        autoComplete="off"
        value={loginConfigId}
        error={getNumberProblem(loginConfigId)}
        hint="Facebook Login for Business → Configurations"
        onChange={(event) => setLoginConfigId(event.target.value)}
      />
      <TextField
        label="Verify token for story events"
        autoComplete="off"
        spellCheck={false}
        value={verifyToken}
        hint="Copy it for Webhooks → Instagram, or leave empty to disable webhooks"
        end={<CopyIcon label="Copy the verify token" text={verifyToken} />}
        onChange={(event) => setVerifyToken(event.target.value)}
      />
      {save.isError && <Alert onDismiss={save.reset}>{getServerMessage(save.error, 'Could not reach Meta')}</Alert>}
      {save.data && <Checks checks={save.data.checks} />}
      <Button
        type="submit"
        variant="primary"
        busy={save.isPending}
        busyLabel="Checking…"
        disabled={!appId || !appSecret || !loginConfigId || [appId, loginConfigId].some(getNumberProblem)}
      >
        Test and save
      </Button>
    </form>
  );
}

/** Generates the token here, because the server never sends a secret back. */
function createToken(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(18)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export function getNumberProblem(text: string): string | null {
  return /^\s*\d*\s*$/.test(text) ? null : 'Meta shows it as a number';
}
