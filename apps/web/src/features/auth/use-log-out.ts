import { logOut } from '@tidemark/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useAuth } from 'react-oidc-context';
import { call } from '#web/platform/call.ts';

/** Ends the session here, on our server and at the identity provider, then returns to the start page. */
export function useLogOut() {
  const { isAuthenticated, isLoading, signoutRedirect, removeUser } = useAuth();
  const queries = useQueryClient();
  const begun = useRef(false);

  async function leave() {
    // Signing out continues whatever our server responds.
    if (isAuthenticated) await call(logOut).catch(() => undefined);
    const leaving = signoutRedirect();
    queries.clear();
    await leaving;
    // Only reached if the provider has no logout endpoint.
    await removeUser();
    window.location.replace('/');
  }

  useEffect(() => {
    if (isLoading || begun.current) return;
    begun.current = true;
    void leave();
  });
}
