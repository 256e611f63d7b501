import { useQueryClient } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import { useSession } from '#web/features/auth/index.ts';
import { Button } from '#web/ui/button.tsx';
import { FullScreen } from './screens/full-screen.tsx';

export function SignInGate({ children }: { children: ReactNode }) {
  const { session, state } = useSession();
  const queries = useQueryClient();
  const isOver = state.is === 'signed-out-elsewhere' || state.is === 'signing-out';

  useEffect(() => {
    if (isOver) queries.clear();
  }, [isOver, queries]);

  if (state.is === 'signed-in') return children;
  if (state.is === 'failed') {
    return (
      <FullScreen title="Sign-in failed" text="Nothing was changed. Please try again.">
        <Button variant="primary" onClick={session.signIn}>
          Try again
        </Button>
        <details>
          <summary>Details</summary>
          {state.message}
        </details>
      </FullScreen>
    );
  }
  if (state.is === 'still-signed-in') {
    return (
      <FullScreen title="You are still signed in" text={state.message}>
        <Button variant="primary" onClick={() => void session.logOut()}>
          Log out
        </Button>
      </FullScreen>
    );
  }
  if (state.is === 'signed-out-elsewhere') {
    return (
      <FullScreen title="Signed out" text="You logged out in another tab.">
        <Button variant="primary" onClick={session.signIn}>
          Sign in
        </Button>
      </FullScreen>
    );
  }
  return <FullScreen busy text={state.is === 'signing-out' ? 'Signing you out…' : 'Signing you in…'} />;
}
