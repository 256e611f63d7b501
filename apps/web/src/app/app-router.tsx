import { useQueryClient } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { startTransition, useCallback, useEffect, useRef, useState } from 'react';
import { AccountsProvider, useAccounts } from '#web/features/accounts/index.ts';
import type { RouterContext } from '#web/platform/root-route.ts';
import { useConfig } from '#web/platform/config.ts';
import { useUser } from '#web/platform/session/user.query.ts';
import { useMay } from '#web/platform/session/workspace.ts';
import { useSettled } from '#web/platform/use-settled.ts';
import { redirectFor } from './guards.ts';
import { createAppRouter, type LoadedRouter } from './routes.tsx';
import { Background } from './background.ts';
import { FullScreen } from './screens/full-screen.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';

const LiveConnection = lazyPart(async () => (await import('#web/features/live/live-connection.tsx')).LiveConnection);
const RememberView = lazyPart(async () => (await import('./first-page/remember-view.ts')).RememberView);
const SaveForOffline = lazyPart(async () => (await import('#web/platform/offline/index.ts')).SaveForOffline);

export function AppRouter({ router }: { router?: LoadedRouter | undefined }) {
  return (
    <AccountsProvider>
      <GuardedRouter loaded={router} />
    </AccountsProvider>
  );
}

function GuardedRouter({ loaded }: { loaded: LoadedRouter | undefined }) {
  const queries = useQueryClient();
  const findRedirect = useGuard();
  const [router] = useState(() => loaded ?? createAppRouter({ findRedirect, queries }));
  const guardedBy = useRef(findRedirect);
  const [isLoaded, setLoaded] = useState(loaded !== undefined);

  // React renders a page in slices if it is loaded before it mounts, which keeps phones responsive; the router's own
  // updates render in one piece.
  useEffect(() => {
    if (loaded) return;
    void router.load().finally(() => startTransition(() => setLoaded(true)));
  }, [loaded, router]);

  // Guard inputs may change while a page is open: a plan ends, the last account is unlinked.
  useEffect(() => {
    if (guardedBy.current === findRedirect) return;
    guardedBy.current = findRedirect;
    void router.invalidate();
  }, [findRedirect, router]);

  if (!isLoaded) return <FullScreen busy text="Loading user data..." />;
  return (
    <>
      <SettledParts />
      <LiveConnection />
      <RouterProvider router={router} context={{ findRedirect, queries }} />
    </>
  );
}

/** Parts that would delay the figures; a component of its own, so that the router is not drawn again for them. */
function SettledParts() {
  if (!useSettled()) return null;
  return (
    <>
      <Background />
      <SaveForOffline />
      <RememberView />
    </>
  );
}

/** Returns another function whenever its answers may change. */
function useGuard(): RouterContext['findRedirect'] {
  const { user } = useUser();
  const { accounts, error } = useAccounts();
  const { status } = user.subscription;
  const isOperator = user.role === 'system-admin';
  const isClient = !useMay('viewer');
  const count = error && accounts.length === 0 ? null : accounts.length;
  const lacksMeta = useConfig().meta.appId === '';
  return useCallback(
    (path, needs) =>
      redirectFor(path, needs, { subscription: status, accounts: count, isOperator, isClient, lacksMeta }),
    [status, count, isOperator, isClient, lacksMeta],
  );
}
