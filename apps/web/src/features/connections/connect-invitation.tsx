import { useEffect, useRef } from 'react';
import { Button } from '#web/ui/button.tsx';
import styles from './connections.module.css';
import type { useMetaLogin } from './use-meta-login.ts';

interface ConnectInvitationProps {
  /** There was a connection: its token has expired. */
  again: boolean;
  /** The button that had the focus went away with the connection. */
  takesFocus: boolean;
  login: ReturnType<typeof useMetaLogin>;
}

export function ConnectInvitation({ again, takesFocus, login }: ConnectInvitationProps) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (takesFocus) button.current?.focus();
  }, [takesFocus]);

  return (
    <div className={styles.invitation} data-again={again || undefined}>
      <p>
        {again
          ? 'The token of your Meta Business login has expired, so nothing new can be read. Everything read so far is kept. Connect again to go on.'
          : 'Connect your Meta Business account to reach your business accounts and pages. A Meta window opens, where you choose what to share.'}
      </p>
      <div className={styles.actions}>
        <Button
          ref={button}
          variant="primary"
          busy={login.connecting}
          busyLabel="Connecting..."
          onClick={login.connect}
        >
          {again ? 'Reconnect Meta Business' : 'Connect Meta Business'}
        </Button>
        {login.connecting && (
          <Button onClick={login.cancel} title="No window opened? Allow pop-ups for this page and try again.">
            Cancel
          </Button>
        )}
      </div>
    </div>
  );
}
