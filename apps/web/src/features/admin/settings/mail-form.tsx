import { mailSecurities, type MailSecurity, type OperatorSettings } from '@tidemark/contract';
import { useState, type FormEvent } from 'react';
import { getServerMessage } from '#web/platform/failed-call.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Segmented } from '#web/ui/segmented.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { Checks } from '../checks.tsx';
import styles from './settings.module.css';
import { useSaveMail } from './settings.query.ts';

const ports: Record<MailSecurity, string> = { starttls: '587', tls: '465', none: '25' };
export const securityLabels: Record<MailSecurity, string> = { starttls: 'STARTTLS', tls: 'TLS', none: 'None' };

interface MailFormProps {
  used: OperatorSettings['mail']['used'];
  onSaved: () => void;
  /** Null where there is nothing to go back to. */
  onCancel: (() => void) | null;
}

/** Takes a mail server's settings. The server tries them before it saves them, and never shows the password again. */
export function MailForm({ used, onSaved, onCancel }: MailFormProps) {
  const [host, setHost] = useState(used?.host ?? '');
  const [security, setSecurity] = useState<MailSecurity>(used?.security ?? 'starttls');
  const [port, setPort] = useState(used ? String(used.port) : ports.starttls);
  const [user, setUser] = useState(used?.user ?? '');
  const [password, setPassword] = useState('');
  const [sender, setSender] = useState(used?.sender ?? '');
  const [returnPath, setReturnPath] = useState(used?.returnPath ?? '');
  const save = useSaveMail();
  const isPortValid = /^\d{1,5}$/.test(port) && Number(port) >= 1 && Number(port) <= 65_535;

  function chooseSecurity(chosen: MailSecurity) {
    if (port === ports[security]) setPort(ports[chosen]);
    setSecurity(chosen);
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    save.mutate(
      {
        host,
        port: Number(port),
        security,
        user: user.trim() || null,
        password: user.trim() ? password : null,
        sender,
        returnPath: returnPath.trim() || null,
      },
      { onSuccess: ({ isSaved }) => isSaved && onSaved() },
    );
  }

  return (
    <form className={styles.form} onSubmit={submit}>
      <div className={styles.server}>
        <TextField
          label="Server"
          required
          autoComplete="off"
          spellCheck={false}
          placeholder="smtp.example.com"
          value={host}
          onChange={(event) => setHost(event.target.value)}
        />
        <TextField
          label="Port"
          required
          inputMode="numeric"
          autoComplete="off"
          value={port}
          error={isPortValid || port === '' ? null : '1 to 65535'}
          onChange={(event) => setPort(event.target.value)}
        />
      </div>
      <div className={styles.group}>
        <span className={styles.label} aria-hidden="true">
          Encryption
        </span>
        <Segmented
          label="Encryption"
          value={security}
          options={mailSecurities.map((value) => ({ value, label: securityLabels[value] }))}
          onChange={chooseSecurity}
        />
        {security === 'none' && <p className={styles.note}>Only for a mail server on the same machine or network.</p>}
      </div>
      <TextField
        label="User"
        autoComplete="off"
        spellCheck={false}
        hint="Empty if the server requires no sign-in"
        value={user}
        onChange={(event) => setUser(event.target.value)}
      />
      {user.trim() !== '' && (
        <TextField
          label="Password"
          required
          type="password"
          autoComplete="off"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      )}
      <TextField
        label="Sender"
        required
        autoComplete="off"
        placeholder="Tidemark <tidemark@example.com>"
        value={sender}
        onChange={(event) => setSender(event.target.value)}
      />
      <TextField
        label="Return address"
        autoComplete="off"
        spellCheck={false}
        hint={
          <>
            Optional: for undeliverable mail, which your mail server passes on to <code>tidemark mail bounce</code>
          </>
        }
        value={returnPath}
        onChange={(event) => setReturnPath(event.target.value)}
      />
      {save.isError && <Alert onDismiss={save.reset}>{getServerMessage(save.error, 'Could not save')}</Alert>}
      {save.data && <Checks checks={save.data.checks} />}
      <div className={styles.buttons}>
        <Button
          type="submit"
          variant="primary"
          busy={save.isPending}
          busyLabel="Checking…"
          disabled={!host.trim() || !isPortValid || !sender.trim() || (user.trim() !== '' && !password)}
        >
          Test and save
        </Button>
        {onCancel && <Button onClick={onCancel}>Cancel</Button>}
      </div>
    </form>
  );
}
