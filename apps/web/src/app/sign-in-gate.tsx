import type { ReactNode } from 'react';
import { isSigningOut, useSignIn } from '#web/features/auth/index.ts';
import { Button } from '#web/ui/button.tsx';
import { FullScreen } from './screens/full-screen.tsx';
import { LogOutScreen } from './screens/log-out-screen.tsx';

export function SignInGate({ children }: { children: ReactNode }) {
  const signIn = useSignIn();
  if (signIn.state === 'signed-in') return children;
  if (signIn.state === 'failed') {
    return (
      <FullScreen title="Sign-in failed" text="Nothing was changed. Please try again.">
        <Button variant="primary" onClick={signIn.tryAgain}>
          Try again
        </Button>
        <details>
          <summary>Details</summary>
          {signIn.message}
        </details>
      </FullScreen>
    );
  }
  const leaves = window.location.pathname === '/logout' || isSigningOut();
  if (leaves && signIn.state === 'loading') return <LogOutScreen />;
  return <FullScreen busy text={leaves ? 'Signing you out…' : 'Signing you in…'} />;
}
