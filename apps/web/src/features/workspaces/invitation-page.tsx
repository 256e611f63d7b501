import { openInvitation, roleOffers } from '@tidemark/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '#web/platform/call.ts';
import { CallError, getServerMessage } from '#web/platform/failed-call.ts';
import { queryKeys } from '#web/platform/query-keys.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import type { FramedPage } from '#web/features/mail/index.ts';

/** Landing page for an invitation to a workspace: accepting it takes a sign-in. */
export function InvitationPage({ Frame }: FramedPage) {
  const [token] = useState(() => window.location.hash.slice(1));
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: queryKeys.signIn.link(token),
    queryFn: ({ signal }) => call(openInvitation, { body: { token } }, signal),
    retry: false,
    staleTime: Infinity,
  });

  if (error) {
    const isReachable = error instanceof CallError && error.status < 500;
    return (
      <Frame
        title={isReachable ? 'This invitation does not work' : 'Tidemark is not responding'}
        text={
          isReachable
            ? 'It has expired, was withdrawn or was already accepted. Ask the person who invited you for a new one.'
            : getServerMessage(error, 'Could not reach the server. Try again in a moment.')
        }
      >
        {isReachable ? (
          <a className={buttonClass()} href="/">
            Go to Tidemark
          </a>
        ) : (
          <Button variant="primary" busy={isFetching} busyLabel="Retrying…" onClick={() => void refetch()}>
            Try again
          </Button>
        )}
      </Frame>
    );
  }
  if (!data) return <Frame title="You are invited" text="One moment…" />;
  const { workspace, invitedBy, role, email, newSignIn } = data;
  const accept = `/profile?${new URLSearchParams({ tab: 'team', invitation: token }).toString()}`;
  return (
    <Frame
      title="You are invited"
      text={
        <>
          <bdi>{invitedBy}</bdi> invites <bdi>{email}</bdi> to{' '}
          {workspace === invitedBy ? (
            'their workspace'
          ) : (
            <>
              the workspace <bdi>{workspace}</bdi>
            </>
          )}
          . There you can {roleOffers[role]}.
        </>
      }
    >
      <a className={buttonClass('primary')} href={accept}>
        Sign in and accept
      </a>
      {newSignIn !== 'elsewhere' && (
        <p>
          No sign-in yet?{' '}
          {newSignIn === 'mail'
            ? 'The link in the email that invited you creates one.'
            : 'Ask an operator of this site for one, then open this link again.'}
        </p>
      )}
    </Frame>
  );
}
