import type { ClientConfig } from '@tidemark/contract';
import type { UserManager } from 'oidc-client-ts';
import { provideSession } from '#web/platform/session/session.ts';
import { createUserManager, returnHere } from './user-manager.ts';

export type IdentityClient = UserManager;

let signingOut = false;

/** Whether this page is signing out, during which nobody may be signed in again. */
export const isSigningOut = () => signingOut;

/** Create only one per page. */
export function createIdentityClient(config: ClientConfig, { origin } = window.location): IdentityClient {
  const client = createUserManager(config, origin);
  persistSession(client);
  return client;
}

function persistSession(client: UserManager) {
  let token: string | null = null;
  let leaving = false;
  client.events.addUserLoaded((user) => {
    token = user.access_token;
  });
  client.events.addUserUnloaded(() => {
    token = null;
  });
  // The first rejected call retries a renewal that fails here.
  client.events.addAccessTokenExpiring(() => void renew(client).catch(() => undefined));
  provideSession({
    accessToken: () => token,
    renew: () => renew(client),
    signInAgain() {
      if (leaving) return;
      leaving = true;
      client.signinRedirect({ state: returnHere() }).catch(() => (leaving = false));
    },
    leave() {
      // On this page, signing out is already in progress.
      if (leaving || window.location.pathname === '/logout') return;
      leaving = true;
      signingOut = true;
      client.signoutRedirect().catch(() => window.location.replace('/logout'));
    },
  });
}

let renewing: Promise<string> | undefined;

/** One at a time: the provider treats reuse of a refresh token as theft. */
function renew(client: UserManager): Promise<string> {
  renewing ??= renewByRefreshToken(client).finally(() => (renewing = undefined));
  return renewing;
}

/** Without a refresh token, a hidden iframe would require our pages to be frameable. */
async function renewByRefreshToken(client: UserManager): Promise<string> {
  const user = await client.getUser();
  if (!user?.refresh_token) throw new Error('There is no refresh token');
  const renewed = await client.signinSilent();
  if (!renewed) throw new Error('The identity provider gave no new token');
  return renewed.access_token;
}

/** Only our own paths, never another origin. */
export function toLandingPath(state: unknown): string {
  const returnTo = typeof state === 'object' && state && 'returnTo' in state ? state.returnTo : undefined;
  return typeof returnTo === 'string' && /^\/(?![/\\])/.test(returnTo) ? returnTo : '/login';
}
