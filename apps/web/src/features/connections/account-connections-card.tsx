import type { MetaConnection } from '@tidemark/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useConfig } from '#web/platform/config.ts';
import { Button } from '#web/ui/button.tsx';
import { Chip, type ChipTone } from '#web/ui/chip.tsx';
import { CollapsibleCard } from '#web/ui/collapsible-card.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { notify } from '#web/ui/toaster.tsx';
import { AccountsSection } from './accounts-section.tsx';
import { ConnectInvitation } from './connect-invitation.tsx';
import { ConnectionDetails } from './connection-details.tsx';
import { metaConnectionQuery } from './connections.query.ts';
import { getConnectPrompt } from './connect-prompt.ts';
import { hasWorkingLogin } from './has-working-login.ts';
import { BlueskyLogins } from './bluesky/bluesky-logins.tsx';
import { InstagramLogins } from './instagram/instagram-logins.tsx';
import { MetaMark } from './meta-mark.tsx';
import styles from './connections.module.css';
import { useMetaLogin } from './use-meta-login.ts';

/** The business login: connect it, see its state, and choose which accounts to link. */
export function AccountConnectionsCard() {
  const [open, setOpen] = useState(true);
  const [left, setLeft] = useState(false);
  const { data: connection, isError, isFetching, refetch } = useQuery(metaConnectionQuery);
  const { meta } = useConfig();
  const hasApp = meta.appId !== '';
  const login = useMetaLogin({
    wanted: hasApp && connection !== undefined && getConnectPrompt(connection) !== null,
    onConnected: () => setOpen(true),
  });
  const failed = isError && !connection;

  useEffect(() => {
    if (isError) notify.error('Failed to load connection status');
  }, [isError]);

  return (
    <CollapsibleCard
      title="Account Connections"
      sub="Meta Business login"
      icon={<MetaMark />}
      aside={connection && <StatusChip connection={connection} />}
      open={open}
      onOpenChange={setOpen}
    >
      {failed ? (
        <div className={styles.notice} role="alert">
          Failed to load connection status
          <Button size="small" busy={isFetching} busyLabel="Retrying…" onClick={() => void refetch()}>
            Try again
          </Button>
        </div>
      ) : connection ? (
        <>
          {connection.isConnected && <ConnectionDetails connection={connection} onDisconnected={() => setLeft(true)} />}
          <ConnectInvitation connection={connection} login={login} takesFocus={left && !connection.isConnected} />
          <InstagramLogins logins={connection.instagramLogins} />
          <AccountsSection connection={connection} />
          <BlueskyLogins />
        </>
      ) : (
        <Skeleton height={132} radius={14} />
      )}
    </CollapsibleCard>
  );
}

function StatusChip({ connection }: { connection: MetaConnection }) {
  const [tone, text] = toChip(connection);
  return <Chip tone={tone}>{text}</Chip>;
}

function toChip(connection: MetaConnection) {
  const { isConnected, tokenValid } = connection;
  if (!isConnected && hasWorkingLogin(connection)) return ['good', 'Connected'] as const satisfies [ChipTone, string];
  if (!isConnected) return ['neutral', 'Not Connected'] as const satisfies [ChipTone, string];
  if (!tokenValid) return ['bad', 'Token Expired'] as const satisfies [ChipTone, string];
  return ['good', 'Connected'] as const satisfies [ChipTone, string];
}
