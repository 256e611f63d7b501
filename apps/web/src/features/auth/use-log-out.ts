import { logOut } from '@tidemark/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useAuth } from 'react-oidc-context';
import { call } from '#web/platform/call.ts';

/** Ends the session here, at our server and at the identity provider, and comes back to the site's front door. */
export function useLogOut() {
  const { isAuthenticated, isLoading, signoutRedirect, removeUser } = useAuth();
  const queries = useQueryClient();
  const begun = useRef(false);

  async function leave() {
    // Whatever our server answers, the person asked to be signed out.
    if (isAuthenticated) await call(logOut).catch(() => undefined);
    const leaving = signoutRedirect();
    queries.clear();
    await leaving;
    // Reached only when the provider has no way to sign out.
    await removeUser();
    window.location.replace('/');
  }

  useEffect(() => {
    if (isLoading || begun.current) return;
    begun.current = true;
    void leave();
  });
}
