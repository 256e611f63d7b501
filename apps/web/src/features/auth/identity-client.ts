import type { ClientConfig } from '@tidemark/contract';
import { InMemoryWebStorage, UserManager, WebStorageStateStore } from 'oidc-client-ts';
import { provideSession } from '#web/platform/session/session.ts';

/** Where the visitor wanted to go when they were sent to sign in. */
export interface SignInState {
  returnTo?: string;
}

export type IdentityClient = UserManager;

const renewBeforeSeconds = 60;

/** One for the page. Code and PKCE against the identity provider: tokens stay in memory; only the state of a sign-in under way is stored. */
export function createIdentityClient({ oidc }: ClientConfig, { origin } = window.location) {
  const client = new UserManager({
    authority: oidc.issuer,
    client_id: oidc.clientId,
    scope: oidc.scope,
    redirect_uri: `${origin}/login`,
    post_logout_redirect_uri: `${origin}/`,
    response_type: 'code',
    extraQueryParams: { ...(oidc.audience && { audience: oidc.audience }), ...oidc.authorizeParams },
    userStore: new WebStorageStateStore({ store: new InMemoryWebStorage() }),
    stateStore: new WebStorageStateStore({ store: window.sessionStorage }),
    automaticSilentRenew: false,
    accessTokenExpiringNotificationTimeInSeconds: renewBeforeSeconds,
    requestTimeoutInSeconds: 10,
  });
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

export function returnHere({ pathname, search }: Pick<Location, 'pathname' | 'search'> = window.location): SignInState {
  return pathname === '/login' || pathname === '/logout' ? {} : { returnTo: pathname + search };
}

/** Only addresses of ours: a path, never another origin. */
export function landingOf(state: unknown): string {
  const returnTo = typeof state === 'object' && state && 'returnTo' in state ? state.returnTo : undefined;
  return typeof returnTo === 'string' && /^\/(?![/\\])/.test(returnTo) ? returnTo : '/login';
}
