import type { ReactNode } from 'react';
import { AuthProvider } from 'react-oidc-context';
import { toLandingPath, type IdentityClient } from './identity-client.ts';

export function SignInProvider({ client, children }: { client: IdentityClient; children: ReactNode }) {
  return (
    <AuthProvider
      userManager={client}
      skipSigninCallback={window.location.pathname !== '/login'}
      onSigninCallback={(user) => window.history.replaceState({}, '', toLandingPath(user?.state))}
    >
      {children}
    </AuthProvider>
  );
}
