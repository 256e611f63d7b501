import type { AccountClaims, Configuration, KoaContextWithOIDC } from 'oidc-provider';
import type { LocalIdentity } from '../queries.ts';
import type { createStoredEntries } from './stored-entries.ts';
import type { ProviderSecrets } from './provider-secrets.ts';

const accessTokenSeconds = 15 * 60;
/** Same time as the relying party remembers a sign-in in progress. */
const interactionSeconds = 3_600;

export const providerCookies = (appUrl: string) => {
  const { protocol, port } = new URL(appUrl);
  // Cookies ignore ports: each installation on a machine needs its own names.
  const toName = (name: string) =>
    protocol === 'https:' ? `__Secure-tidemark_id_${name}` : `tidemark_id_${name}_${port || '80'}`;
  return { session: toName('session'), interaction: toName('interaction'), resume: toName('resume') };
};

export interface ProviderConfigurationOptions {
  appUrl: string;
  clientId: string;
  audience: string;
  scope: string;
  rolesClaim: string;
  maxHours: number;
  secrets: ProviderSecrets;
  adapter: ReturnType<typeof createStoredEntries>;
  findIdentity(subject: string): Promise<LocalIdentity | null>;
}

/** Configures a provider with one client, Tidemark itself, and no flow except the authorization code with PKCE. */
export function toProviderConfiguration(options: ProviderConfigurationOptions): Configuration {
  const { appUrl, clientId, audience, scope, rolesClaim, maxHours, secrets, adapter, findIdentity } = options;
  const toClaims = (identity: LocalIdentity) => ({
    sub: identity.subject,
    name: identity.name,
    email: identity.email,
    email_verified: identity.isEmailVerified,
    [rolesClaim]: identity.isOperator ? ['system-admin'] : [],
  });
  const signInSeconds = Math.ceil(maxHours * 3_600);

  return {
    adapter,
    jwks: { keys: [secrets.signingKey] },
    // The interaction cookie's path covers the calls that answer it.
    cookies: {
      keys: [secrets.cookieKey],
      names: providerCookies(appUrl),
      short: { path: '/', httpOnly: true, sameSite: 'lax', signed: true },
      long: { httpOnly: true, sameSite: 'lax', signed: true },
    },
    clients: [
      {
        client_id: clientId,
        client_secret: secrets.clientSecret,
        client_name: 'Tidemark',
        application_type: 'web',
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        redirect_uris: [`${appUrl}/login`],
        token_endpoint_auth_method: 'client_secret_basic',
        id_token_signed_response_alg: 'ES256',
      },
    ],
    scopes: ['openid', 'profile', 'email'],
    claims: { openid: ['sub', rolesClaim], profile: ['name'], email: ['email', 'email_verified'] },
    responseTypes: ['code'],
    enabledJWA: { idTokenSigningAlgValues: ['ES256'] },
    pkce: { required: () => true },
    routes: {
      authorization: '/authorize',
      jwks: '/jwks',
      token: '/token',
      revocation: '/revoke',
      userinfo: '/userinfo',
    },
    rotateRefreshToken: true,
    issueRefreshToken: async () => true,
    expiresWithSession: async () => false,
    ttl: {
      AccessToken: accessTokenSeconds,
      AuthorizationCode: 60,
      IdToken: 3_600,
      Interaction: interactionSeconds,
      Session: interactionSeconds,
      Grant: signInSeconds,
      RefreshToken: signInSeconds,
    },
    interactions: { url: () => `${appUrl}/sign-in` },
    renderError: (ctx) => {
      ctx.redirect(`${appUrl}/sign-in?expired=true`);
    },
    findAccount: async (_ctx, subject) => {
      const identity = await findIdentity(subject);
      if (!identity) return undefined;
      return { accountId: subject, claims: async (): Promise<AccountClaims> => toClaims(identity) };
    },
    loadExistingGrant: (ctx) => grantEverything(ctx, { audience, scope }),
    extraTokenClaims: async (_ctx, token) => {
      const identity = 'accountId' in token && token.accountId ? await findIdentity(token.accountId) : null;
      return identity ? toClaims(identity) : undefined;
    },
    features: {
      devInteractions: { enabled: false },
      revocation: { enabled: true, allowedPolicy: async (_ctx, client, token) => token.clientId === client.clientId },
      rpInitiatedLogout: { enabled: false },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => audience,
        useGrantedResource: () => true,
        getResourceServerInfo: () => ({
          scope,
          audience,
          accessTokenTTL: accessTokenSeconds,
          accessTokenFormat: 'jwt',
          jwt: { sign: { alg: 'ES256' } },
        }),
      },
    },
  };
}

/** Grants consent on signing in: the only client is Tidemark itself. */
async function grantEverything(ctx: KoaContextWithOIDC, { audience, scope }: { audience: string; scope: string }) {
  const { client, session, provider } = ctx.oidc;
  if (!client || !session?.accountId) return undefined;
  const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
  grant.addOIDCScope(scope);
  grant.addResourceScope(audience, scope);
  await grant.save();
  return grant;
}
