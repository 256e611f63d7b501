import type { BlueskyLogin } from '@tidemark/contract';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useConfig } from '#web/platform/config.ts';
import { dateLabel } from '#web/platform/format.ts';
import { useUser } from '#web/platform/session/user.query.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import styles from '../instagram/instagram-logins.module.css';
import { useLink, useUnlink } from '../use-link.ts';
import { blueskyLoginsQuery, useBlueskyDisconnect, useBlueskyLogin } from './use-bluesky-logins.ts';

/** The user's accounts on Bluesky and the way to connect one; if Bluesky is disabled, only accounts that are left. */
export function BlueskyLogins() {
  const isEnabled = useConfig().networks.includes('bluesky_account');
  const isLinked = useUser().user.accountRefs.some(({ type }) => type === 'bluesky_account');
  return isEnabled || isLinked ? <Logins isEnabled={isEnabled} /> : null;
}

function Logins({ isEnabled }: { isEnabled: boolean }) {
  const { data: logins = [], error, refetch } = useQuery(blueskyLoginsQuery);
  const titleId = useId();
  return (
    <section className={styles.logins} aria-labelledby={titleId}>
      <h3 id={titleId} className={styles.name}>
        Accounts on Bluesky
      </h3>
      {error && (
        <p role="alert">
          Failed to load the accounts on Bluesky{' '}
          <Button size="small" onClick={() => void refetch()}>
            Try again
          </Button>
        </p>
      )}
      {logins.length > 0 && (
        <ul className={styles.list}>
          {logins.map((login) => (
            <Login key={login.accountId} login={login} />
          ))}
        </ul>
      )}
      {isEnabled ? (
        <ConnectForm />
      ) : (
        <p className={styles.state}>
          Bluesky is disabled on this installation. Its accounts are paused, and everything already synced is kept.
        </p>
      )}
    </section>
  );
}

function ConnectForm() {
  const [handle, setHandle] = useState('');
  const login = useBlueskyLogin();
  return (
    <form
      className={styles.offer}
      onSubmit={(event) => {
        event.preventDefault();
        login.mutate(handle);
      }}
    >
      <TextField
        label="Bluesky handle"
        hint="You sign in at Bluesky to show that the account is yours. Tidemark reads only what is public."
        placeholder="name.bsky.social"
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        required
        value={handle}
        error={login.error?.message}
        onChange={({ target }) => setHandle(target.value)}
      />
      <Button type="submit" busy={login.isPending || login.isSuccess} busyLabel="Opening Bluesky…">
        Connect Bluesky
      </Button>
    </form>
  );
}

function Login({ login: { accountId, username, name, picture, connectedAt, linked } }: { login: BlueskyLogin }) {
  const [asking, setAsking] = useState(false);
  const link = useLink(accountId, 'bluesky_account');
  const unlink = useUnlink(accountId, () => link.mutate(), 'bluesky_account');
  const disconnect = useBlueskyDisconnect();
  return (
    <li className={styles.login}>
      <Avatar src={picture} name={name ?? username} size={40} network="bluesky_account" />
      <div className={styles.words}>
        <p className={styles.name} dir="auto">
          {name ?? username}
        </p>
        <p className={styles.state}>
          @{username} · Connected {dateLabel(connectedAt)}
        </p>
      </div>
      <div className={styles.buttons}>
        <Button
          variant={linked ? 'plain' : 'primary'}
          size="small"
          aria-label={`${linked ? 'Unlink' : 'Link'} @${username}`}
          busy={link.isPending || unlink.isPending}
          onClick={() => (linked ? unlink : link).mutate()}
        >
          {linked ? 'Unlink' : 'Link'}
        </Button>
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
        <p>Tidemark stops syncing this account for you; everything already synced is kept.</p>
      </ConfirmDialog>
    </li>
  );
}
