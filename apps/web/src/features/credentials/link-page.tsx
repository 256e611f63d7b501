import { inspectLink } from '@tidemark/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '#web/platform/call.ts';
import { CallError, getServerMessage } from '#web/platform/failed-call.ts';
import { queryKeys } from '#web/platform/query-keys.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { asPage, signInPath } from './call-as-page.ts';
import { JoinForm } from './join-form.tsx';
import { ResetForm } from './reset-form.tsx';
import { SignInFrame } from './sign-in-frame.tsx';

/** Landing page for setup links, invitations and reset links. The secret never leaves this page except to be used. */
export function LinkPage() {
  const [token] = useState(() => window.location.hash.slice(1));
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: queryKeys.signIn.link(token),
    queryFn: ({ signal }) => call(inspectLink, { body: { token }, ...asPage }, signal),
    retry: false,
    staleTime: Infinity,
  });

  if (error) {
    const isReachable = error instanceof CallError && error.status < 500;
    return (
      <SignInFrame
        title={isReachable ? 'This link does not work' : 'Tidemark is not responding'}
        text={
          isReachable
            ? 'It has expired, was already used or is incomplete. Ask an operator of this site for a new one.'
            : getServerMessage(error, 'Could not reach the server. Try again in a moment.')
        }
      >
        {isReachable ? (
          <a className={buttonClass()} href={signInPath}>
            Go to the sign-in
          </a>
        ) : (
          <Button variant="primary" busy={isFetching} busyLabel="Retrying…" onClick={() => void refetch()}>
            Try again
          </Button>
        )}
      </SignInFrame>
    );
  }
  if (!data) return <SignInFrame title="Welcome to Tidemark" text="One moment…" />;
  return data.kind === 'reset' ? (
    <ResetForm token={token} email={data.email ?? ''} />
  ) : (
    <JoinForm token={token} {...data} />
  );
}
