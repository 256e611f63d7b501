import { useEffect } from 'react';
import { useAuth } from 'react-oidc-context';
import { isSigningOut } from './identity-client.ts';
import { returnHere } from './user-manager.ts';

export type SignIn =
  { state: 'loading' | 'signed-in' | 'leaving' } | { state: 'failed'; message: string; tryAgain: () => void };

/** Signs the visitor in automatically; after a failure it waits for the visitor, which prevents a redirect loop. */
export function useSignIn(): SignIn {
  const { isAuthenticated, isLoading, activeNavigator, error, signinRedirect } = useAuth();
  const leaving = activeNavigator === 'signinRedirect' || activeNavigator === 'signoutRedirect' || isSigningOut();
  const mayLeave = !isAuthenticated && !isLoading && !leaving && !error && window.location.pathname !== '/logout';

  useEffect(() => {
    if (mayLeave) void signinRedirect({ state: returnHere() });
  }, [mayLeave, signinRedirect]);

  useEffect(() => {
    if (error && !isAuthenticated) window.history.replaceState({}, '', '/profile');
  }, [error, isAuthenticated]);

  if (isAuthenticated && activeNavigator !== 'signoutRedirect') return { state: 'signed-in' };
  if (leaving) return { state: 'leaving' };
  if (error) {
    return { state: 'failed', message: error.message, tryAgain: () => void signinRedirect({ state: returnHere() }) };
  }
  return { state: 'loading' };
}
