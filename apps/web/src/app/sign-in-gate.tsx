import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { useSession } from '#web/features/auth/index.ts';
import { FullScreen } from './screens/full-screen.tsx';
import { lazyComponent } from '#web/ui/lazy-part.tsx';

const SignInProblem = lazyComponent(async () => (await import('./screens/sign-in-problem.tsx')).default);

export function SignInGate({ children }: { children: ReactNode }) {
  const { session, state } = useSession();
  const queries = useQueryClient();
  const isOver = state.is === 'signed-out-elsewhere' || state.is === 'signing-out';

  useEffect(() => {
    if (isOver) queries.clear();
  }, [isOver, queries]);

  if (state.is === 'signed-in') return children;
  const wait = <FullScreen busy text={state.is === 'signing-out' ? 'Signing you out…' : 'Signing you in…'} />;
  return state.is === 'failed' || state.is === 'still-signed-in' || state.is === 'signed-out-elsewhere' ? (
    <SignInProblem session={session} state={state} fallback={wait} />
  ) : (
    wait
  );
}
