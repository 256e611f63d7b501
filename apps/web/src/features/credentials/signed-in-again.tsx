import { useEffect } from 'react';
import { openSignedInAgain } from '#web/features/auth/index.ts';
import { SignInFrame } from './sign-in-frame.tsx';

/** Closes the window in which a user has signed in again, for the page waiting for it. */
export function SignedInAgain() {
  useEffect(() => {
    const channel = openSignedInAgain();
    channel.postMessage(null);
    channel.close();
    window.close();
  }, []);
  return <SignInFrame title="You are signed in" text="Close this window to continue where you left off." />;
}
