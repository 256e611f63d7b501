import type { ClientConfig } from '@tidemark/contract';
import { InMemoryWebStorage, UserManager, WebStorageStateStore } from 'oidc-client-ts';

/** The page to return to after the sign-in. */
export interface SignInState {
  returnTo?: string;
}

const renewBeforeSeconds = 60;

/** Authorization code flow with PKCE: tokens stay in memory; only the state of a sign-in in progress is stored. */
export function createUserManager({ oidc }: ClientConfig, origin: string): UserManager {
  return new UserManager({
    authority: oidc.issuer,
    ...(oidc.endpoints && { metadata: { issuer: oidc.issuer, ...oidc.endpoints } }),
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
    popupWindowFeatures: { closePopupWindowAfterInSeconds: 60 },
  });
}

export function returnHere({ pathname, search }: Pick<Location, 'pathname' | 'search'> = window.location): SignInState {
  return pathname === '/login' || pathname === '/logout' ? {} : { returnTo: pathname + search };
}
