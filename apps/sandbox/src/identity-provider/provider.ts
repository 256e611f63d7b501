import type { AccountClaims, ClientMetadata, Configuration } from 'oidc-provider';
import { Provider } from 'oidc-provider';
import type { JWK } from 'jose';
import type { FaultParams, Faults } from '../faults.ts';
import { findPerson } from '../world/people.ts';
import {
  accessTokenSeconds,
  apiAudience,
  clientId,
  clientSecret,
  confidentialClientId,
  keyClientId,
  mcpScopes,
  rolesClaim,
  toClaims,
} from './claims.ts';
import type { createMemoryAdapter } from './memory-adapter.ts';
import { renderProblem, renderSignedOut } from './provider-pages.ts';
import { findGrant, findResource, isApplication } from './resources.ts';

export interface ProviderOptions {
  origin: string;
  appOrigins: string[];
  /** Public key for a client that authenticates with assertions; null if there is none. */
  clientKey: JWK | null;
  signingKey: JWK;
  cookieKey: string;
  adapter: ReturnType<typeof createMemoryAdapter>;
  faults: Faults;
  log: (line: string) => void;
}

export function createProvider({
  origin,
  appOrigins,
  clientKey,
  signingKey,
  cookieKey,
  adapter,
  faults,
  log,
}: ProviderOptions): Provider {
  const tokenFault = (name: Parameters<Faults['strike']>[0]) => faults.strike(name, { path: '/oidc/token' });

  const configuration: Configuration = {
    adapter,
    jwks: { keys: [signingKey] },
    cookies: {
      keys: [cookieKey],
      names: { session: 'sandbox_session', interaction: 'sandbox_interaction', resume: 'sandbox_resume' },
    },
    clients: listClients(appOrigins, clientKey),
    scopes: ['openid', 'profile', 'email', 'offline_access', ...mcpScopes],
    claims: {
      openid: ['sub', rolesClaim],
      profile: ['name', 'given_name', 'family_name', 'picture', 'locale'],
      email: ['email', 'email_verified'],
    },
    conformIdTokenClaims: false,
    responseTypes: ['code'],
    pkce: { required: () => true },
    routes: {
      authorization: '/authorize',
      userinfo: '/userinfo',
      jwks: '/jwks',
      token: '/token',
      end_session: '/logout',
      introspection: '/introspect',
      revocation: '/revoke',
      registration: '/register',
    },
    rotateRefreshToken: true,
    issueRefreshToken: async (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    ttl: {
      AccessToken: accessTokenSeconds,
      AuthorizationCode: 60,
      IdToken: 3600,
      Interaction: 3600,
      Session: 14 * 86_400,
      Grant: 14 * 86_400,
      RefreshToken: 14 * 86_400,
    },
    clientBasedCORS: (_ctx, requestOrigin) => appOrigins.includes(requestOrigin),
    interactions: { url: (_ctx, interaction) => `${origin}/sign-in/${interaction.uid}` },
    renderError: (ctx, out) => {
      ctx.type = 'html';
      ctx.body = renderProblem(out.error, out.error_description);
    },
    findAccount: (_ctx, subject) => {
      const person = findPerson({ subject });
      // oidc-provider's AccountClaims requires an index signature, which the claims satisfy.
      return (
        person && { accountId: subject, claims: async (): Promise<AccountClaims> => ({ ...toClaims(person, origin) }) }
      );
    },
    loadExistingGrant: findGrant,
    extraTokenClaims: (_ctx, token) => {
      const isForApi = 'accountId' in token && token.aud === apiAudience;
      const person = isForApi ? findPerson({ subject: token.accountId }) : undefined;
      return person && { ...toClaims(person, origin) };
    },
    formats: {
      customizers: {
        jwt: (_ctx, _token, parts) => {
          const payload = parts.payload;
          const audience = tokenFault('idp-wrong-audience');
          if (audience) payload.aud = audience.text('audience', 'urn:somebody-else');
          if (tokenFault('idp-expired-tokens')) shift(payload, -3600);
          const skew = tokenFault('idp-clock-skew');
          if (skew) shift(payload, skewSeconds(skew));
        },
      },
    },
    features: {
      devInteractions: { enabled: false },
      revocation: { enabled: true, allowedPolicy: isOwnToken },
      introspection: { enabled: true, allowedPolicy: isOwnToken },
      // Assistants register: they know the application only by its address.
      registration: { enabled: true },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (ctx, form) => {
          const confirmed = form.replace(
            '</form>',
            '<input type="hidden" name="logout" value="yes"><noscript><button>Sign out</button></noscript></form>',
          );
          ctx.body = `<!doctype html><title>Signing out</title>${confirmed}<script>document.forms[0].submit()</script>`;
        },
        postLogoutSuccessSource: (ctx) => {
          ctx.body = renderSignedOut(appOrigins[0]);
        },
      },
      resourceIndicators: {
        enabled: true,
        // A token without an audience is opaque and valid only for the userinfo endpoint.
        defaultResource: (_ctx, client) =>
          !isApplication(client?.clientId) || tokenFault('idp-opaque-tokens') ? [] : apiAudience,
        useGrantedResource: () => true,
        getResourceServerInfo: (_ctx, resource, client) => ({
          ...findResource(resource, { client, appOrigins }),
          accessTokenFormat: tokenFault('idp-opaque-tokens') ? 'opaque' : 'jwt',
          jwt: tokenFault('idp-wrong-algorithm')
            ? { sign: { alg: 'HS256', key: Buffer.from(signingKey.n ?? '', 'base64url') } }
            : { sign: { alg: 'RS256' } },
        }),
      },
    },
  };

  const provider = new Provider(`${origin}/oidc`, configuration);
  // Its addresses come from the headers that say how the request reached the proxy.
  provider.proxy = origin.startsWith('https://');
  provider.on('server_error', (_ctx, error) => log(`identity provider: ${error.stack ?? error.message}`));
  return provider;
}

/** Clients learn and revoke only what was issued to them. */
async function isOwnToken(_ctx: unknown, client: { clientId: string }, token: { clientId?: string | undefined }) {
  return token.clientId === client.clientId;
}

function listClients(appOrigins: string[], clientKey: JWK | null): ClientMetadata[] {
  const application = {
    client_name: 'Tidemark',
    application_type: 'web',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    // Strict providers do this, although OpenID Connect requires it only with `max_age`.
    require_auth_time: true,
    redirect_uris: appOrigins.flatMap((app) => [`${app}/login`, `${app}/`]),
    post_logout_redirect_uris: appOrigins.flatMap((app) => [`${app}/`, `${app}/login`]),
  } satisfies Partial<ClientMetadata>;
  return [
    { ...application, client_id: clientId, token_endpoint_auth_method: 'none' },
    {
      ...application,
      client_id: confidentialClientId,
      client_secret: clientSecret,
      // The provider accepts `client_secret_post` as well.
      token_endpoint_auth_method: 'client_secret_basic',
    },
    ...(clientKey
      ? [
          {
            ...application,
            client_id: keyClientId,
            jwks: { keys: [clientKey] },
            token_endpoint_auth_method: 'private_key_jwt' as const,
          },
        ]
      : []),
  ];
}

function skewSeconds(params: FaultParams): number {
  return params.number('seconds', 300);
}

function shift(payload: Record<string, unknown>, seconds: number): void {
  for (const name of ['iat', 'exp', 'nbf']) {
    const value = payload[name];
    if (typeof value === 'number') payload[name] = value + seconds;
  }
}
