import type { ClientConfig } from '@tidemark/contract';
import type { UserManager } from 'oidc-client-ts';
import { provideSession } from '#web/platform/session/session.ts';
import { createUserManager, returnHere } from './user-manager.ts';

export type IdentityClient = UserManager;

let signingOut = false;

/** Whether this page is on its way out: nobody is signed in any more, and must not be signed in again on the way. */
export const isSigningOut = () => signingOut;

/** One for the page. */
export function createIdentityClient(config: ClientConfig, { origin } = window.location): IdentityClient {
  const client = createUserManager(config, origin);
  keepSession(client);
  return client;
}

function keepSession(client: UserManager) {
  let token: string | null = null;
  let leaving = false;
  client.events.addUserLoaded((user) => {
    token = user.access_token;
  });
  client.events.addUserUnloaded(() => {
    token = null;
  });
  // A renewal that fails here is tried once more by the first call that is refused.
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
      // There, signing out is under way.
      if (leaving || window.location.pathname === '/logout') return;
      leaving = true;
      signingOut = true;
      client.signoutRedirect().catch(() => window.location.replace('/logout'));
    },
  });
}

let renewing: Promise<string> | undefined;

/** One at a time: a refresh token that is used twice is taken for stolen. */
function renew(client: UserManager): Promise<string> {
  renewing ??= renewByRefreshToken(client).finally(() => (renewing = undefined));
  return renewing;
}

/** Without a refresh token, a hidden frame would need our pages to be frameable. */
async function renewByRefreshToken(client: UserManager): Promise<string> {
  const user = await client.getUser();
  if (!user?.refresh_token) throw new Error('There is no refresh token');
  const renewed = await client.signinSilent();
  if (!renewed) throw new Error('The identity provider gave no new token');
  return renewed.access_token;
}

/** Only addresses of ours: a path, never another origin. */
export function landingOf(state: unknown): string {
  const returnTo = typeof state === 'object' && state && 'returnTo' in state ? state.returnTo : undefined;
  return typeof returnTo === 'string' && /^\/(?![/\\])/.test(returnTo) ? returnTo : '/login';
}
