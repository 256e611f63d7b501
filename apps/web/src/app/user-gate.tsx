import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { accountsQuery } from '#web/features/accounts/index.ts';
import { CallError, getServerMessage } from '#web/platform/failed-call.ts';
import { userQuery } from '#web/platform/session/user.query.ts';
import { Button } from '#web/ui/button.tsx';
import { lazyComponent } from '#web/ui/lazy-part.tsx';
import { notify } from '#web/ui/toaster.tsx';
import { FullScreen } from './screens/full-screen.tsx';
import { LogOutScreen } from './screens/log-out-screen.tsx';

const SecondFactor = lazyComponent(async () => (await import('#web/features/credentials/second-factor.tsx')).default);
const loading = <FullScreen busy text="Loading user data..." />;

/** Waits for the user and their accounts, which the route guards need. */
export function UserGate({ children }: { children: ReactNode }) {
  const user = useQuery(userQuery);
  const accounts = useQuery(accountsQuery);
  const [leaving, setLeaving] = useState(false);
  const needsFactor = accounts.error instanceof CallError && accounts.error.code === 'second_factor_required';
  const userFailed = user.isError && !user.data;

  useEffect(() => {
    if (userFailed) notify.error('Unable to load user profile.');
  }, [userFailed]);
  useEffect(() => {
    if (accounts.isError && !needsFactor) notify.error('Unable to reach the product');
  }, [accounts.isError, needsFactor]);

  if (leaving) return <LogOutScreen />;
  if (userFailed) {
    return (
      <FullScreen
        title="Unable to load user profile."
        text={getServerMessage(user.error, 'The server is not responding. Try again in a moment.')}
      >
        <Button variant="primary" busy={user.isFetching} busyLabel="Retrying…" onClick={() => void user.refetch()}>
          Try again
        </Button>
        <Button onClick={() => setLeaving(true)}>Log out</Button>
      </FullScreen>
    );
  }
  if (needsFactor) return <SecondFactor onDone={() => void accounts.refetch()} fallback={loading} />;
  // One finished fetch is enough, even if it failed or is being repeated: the app itself shows that.
  if (!user.data || !accounts.isFetched) return loading;
  return children;
}
