import type { InstagramLogin } from '@tidemark/contract';
import { useState } from 'react';
import { useConfig } from '#web/platform/config.ts';
import { dateLabel } from '#web/platform/format.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import styles from './instagram-logins.module.css';
import { useInstagramDisconnect, useInstagramLogin } from './use-instagram-login.ts';

/** Logins at Instagram itself, and the way to add one; nothing where they are not offered. */
export function InstagramLogins({ logins }: { logins: InstagramLogin[] }) {
  const isOffered = useConfig().instagramLogin;
  const login = useInstagramLogin();
  if (!isOffered && logins.length === 0) return null;
  return (
    <section className={styles.logins} aria-label="Logins at Instagram">
      {logins.length > 0 && (
        <ul className={styles.list}>
          {logins.map((one) => (
            <Login key={one.accountId} login={one} reconnect={isOffered ? () => login.mutate() : null} />
          ))}
        </ul>
      )}
      {isOffered && (
        <div className={styles.offer}>
          <p>
            {logins.length > 0
              ? 'Another account without a Facebook Page?'
              : 'No Facebook Page? Connect a professional Instagram account directly.'}{' '}
            <span className={styles.limits}>Peers and collaborators need a Page.</span>
          </p>
          <Button
            busy={login.isPending || login.isSuccess}
            busyLabel="Opening Instagram…"
            onClick={() => login.mutate()}
          >
            Connect with Instagram
          </Button>
        </div>
      )}
    </section>
  );
}

function Login({ login, reconnect }: { login: InstagramLogin; reconnect: (() => void) | null }) {
  const [asking, setAsking] = useState(false);
  const disconnect = useInstagramDisconnect();
  const { accountId, username, name, picture, expiresAt, problem } = login;
  return (
    <li className={styles.login} data-problem={problem !== null || undefined}>
      <Avatar src={picture} name={name ?? username} size={40} network="instagram_account" />
      <div className={styles.words}>
        <p className={styles.name} dir="auto">
          {name ?? username}
        </p>
        <p className={styles.state}>
          @{username} · {problem ? problem.message : `Connected at Instagram, renewed before ${dateLabel(expiresAt)}`}
        </p>
      </div>
      <div className={styles.buttons}>
        {problem && reconnect && (
          <Button variant="primary" size="small" onClick={reconnect}>
            Connect again
          </Button>
        )}
        <Button
          variant="danger"
          size="small"
          aria-label={`Disconnect @${username}`}
          busy={disconnect.isPending}
          busyLabel="Disconnecting..."
          onClick={() => setAsking(true)}
        >
          Disconnect
        </Button>
      </div>
      <ConfirmDialog
        open={asking}
        title={`Disconnect @${username}?`}
        confirm="Disconnect"
        onConfirm={() => disconnect.mutate(accountId)}
        onClose={() => setAsking(false)}
      >
        <p>
          Tidemark deletes its access to this account; everything already synced is kept. To remove Tidemark at
          Instagram as well, open Settings, Website permissions, Apps and websites there.
        </p>
      </ConfirmDialog>
    </li>
  );
}
