import type { MetaConnection } from '@tidemark/contract';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { explainNoLinking } from '#web/features/subscription/index.ts';
import { useConfig } from '#web/platform/config.ts';
import { useUser } from '#web/platform/session/user.query.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import styles from './connections.module.css';
import { getConnectPrompt } from './connect-prompt.ts';
import type { useMetaLogin } from './use-meta-login.ts';

interface ConnectInvitationProps {
  connection: MetaConnection;
  /** Set when the focused button disappeared with the connection. */
  takesFocus: boolean;
  login: ReturnType<typeof useMetaLogin>;
}

/** Asks the user to fix a login, with the one action that helps; renders nothing if all is well. */
export function ConnectInvitation({ connection, takesFocus, login }: ConnectInvitationProps) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (takesFocus) button.current?.focus();
  }, [takesFocus]);
  const { user } = useUser();
  const lacksApp = useConfig().meta.appId === '';
  const own = new Set(connection.instagramLogins.flatMap((one) => (one.tokenValid ? one.accountId : [])));
  const linked = user.accountRefs.filter(
    ({ accountId, type }) => type === 'instagram_account' && !own.has(accountId),
  ).length;
  const invitation = getConnectPrompt(connection, { linked });
  if (!invitation) return null;
  if (lacksApp) return <AppMissing isOperator={user.role === 'system-admin'} />;
  // A plan helps first then, not a login.
  const needsPlan = user.accountRefs.length === 0 && explainNoLinking(user) !== null;

  return (
    <div className={styles.invitation} data-tone={invitation.tone}>
      {invitation.stopped && (
        <p>
          <strong>{invitation.stopped}</strong>
        </p>
      )}
      <p>{invitation.text}</p>
      <div className={styles.actions}>
        {invitation.facebookFirst && (
          <a
            className={buttonClass('primary')}
            href="https://www.facebook.com"
            target="_blank"
            rel="noreferrer"
            title="Opens in a new tab"
          >
            Open facebook.com
          </a>
        )}
        <Button
          ref={button}
          variant={invitation.facebookFirst || needsPlan ? 'plain' : 'primary'}
          busy={login.connecting}
          busyLabel="Connecting..."
          onClick={() => login.connect(invitation.again)}
        >
          {invitation.action}
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

function AppMissing({ isOperator }: { isOperator: boolean }) {
  if (!isOperator)
    return (
      <div className={styles.invitation} data-tone="new">
        <p>This Tidemark has no Meta app yet, so accounts can’t be connected. Ask your operator to set it up.</p>
      </div>
    );
  return (
    <div className={styles.invitation} data-tone="new">
      <p>This Tidemark has no Meta app yet. As an operator, set it up first; then everyone can connect.</p>
      <div className={styles.actions}>
        <Link to="/system/meta" className={buttonClass('primary')}>
          Set up Meta
        </Link>
      </div>
    </div>
  );
}
