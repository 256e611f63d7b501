import type { useSession } from '#web/features/auth/index.ts';
import { Button } from '#web/ui/button.tsx';
import { FullScreen } from './full-screen.tsx';
import styles from './sign-in-problem.module.css';

/** Explains why signing in failed, and offers the next step. */
export default function SignInProblem({ session, state }: ReturnType<typeof useSession>) {
  if (state.is === 'failed')
    return (
      <FullScreen title="Sign-in failed" text="Nothing was changed. Please try again.">
        <Button variant="primary" onClick={session.signIn}>
          Try again
        </Button>
        <Button onClick={() => void session.logOut()}>Log out</Button>
        <details className={styles.details}>
          <summary>Details</summary>
          {state.message}
        </details>
      </FullScreen>
    );
  if (state.is === 'still-signed-in')
    return (
      <FullScreen title="You are still signed in" text={state.message}>
        <Button variant="primary" onClick={() => void session.logOut()}>
          Log out
        </Button>
      </FullScreen>
    );
  return (
    <FullScreen title="Signed out" text="You logged out in another tab.">
      <Button variant="primary" onClick={session.signIn}>
        Sign in
      </Button>
    </FullScreen>
  );
}
