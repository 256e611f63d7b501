import {
  allowInsecureRequests,
  authorizationCodeGrant,
  AuthorizationResponseError,
  buildAuthorizationUrl,
  buildEndSessionUrl,
  calculatePKCECodeChallenge,
  ClientSecretPost,
  clockTolerance,
  Configuration,
  customFetch,
  fetchUserInfo,
  None,
  refreshTokenGrant,
  ResponseBodyError,
  skipSubjectCheck,
  tokenIntrospection,
  tokenRevocation,
  WWWAuthenticateChallengeError,
  type ClientAuth,
  type TokenEndpointResponse,
  type TokenEndpointResponseHelpers,
} from 'openid-client';
import { decodeJwt } from 'jose';
import { memoizeLast } from '../../platform/memoize-last.ts';
import { signAssertions, type ClientKey } from './client-key.ts';
import { httpTimeoutSeconds, leewaySeconds, toReason, type Discovery, type ProviderFetch } from './discovery.ts';

// Some providers do not report a lifetime (RFC 6749, 5.1, only recommends it).
const assumedLifetimeSeconds = 300;

export type ClientAuthentication = 'client_secret_basic' | 'client_secret_post';

export interface RelyingPartyOptions {
  clientId: string;
  /** Null for a public client, or one with a key. */
  clientSecret: string | null;
  /** Signs assertions instead (RFC 7523); null for a client with a secret, or a public one. */
  clientKey: ClientKey | null;
  /** Null: what the provider's metadata lists. */
  clientAuthentication: ClientAuthentication | null;
  scope: string;
  /** Sent as `audience`; null if the provider does not know the parameter. */
  audience: string | null;
  /** The resource indicator (RFC 8707), sent with authorization and token requests. */
  resource: string | null;
  authorizeParams: Record<string, string>;
  redirectUri: string;
  postLogoutRedirectUri: string;
  fetchProvider?: ProviderFetch | null;
}

/** Values that the browser must prove when it returns. */
export interface SignInChecks {
  state: string;
  nonce: string;
  codeVerifier: string;
}

export interface TokenSet {
  accessToken: string;
  expiresInSeconds: number;
  /** Null if the provider issued none, or no new one. */
  refreshToken: string | null;
  idToken: string | null;
  /** The ID token's claims, verified; null if the provider issued none. */
  claims: IdTokenClaims | null;
  /** Time at which the person last authenticated; null if the provider does not say. */
  signedInAt: Date | null;
}

export type IdTokenClaims = Record<string, unknown> & { sub: string };

/** A sign-in or a renewal failed. The message is safe to show; `error` is the provider's code, if it sent one. */
export class SignInError extends Error {
  readonly error: string | null;
  constructor(message: string, { error = null, cause }: { error?: string | null; cause?: unknown } = {}) {
    super(message, { cause });
    this.error = error;
  }
}

/** Creates Tidemark's client for the provider: authorization code with PKCE, state and nonce; exchange and renewal. */
export function createRelyingParty(options: RelyingPartyOptions) {
  const toConfiguration = memoizeLast((discovery: Discovery) => configure(discovery, options));

  return {
    /** `maxAgeSeconds`: the person must prove again who they are; the ID token then says when they did. */
    async toSignInUrl(
      discovery: Discovery,
      { state, nonce, codeVerifier }: SignInChecks,
      maxAgeSeconds: number | null = null,
    ) {
      return buildAuthorizationUrl(toConfiguration(discovery), {
        ...(options.audience && { audience: options.audience }),
        ...(options.resource && { resource: options.resource }),
        ...options.authorizeParams,
        ...(maxAgeSeconds !== null && { prompt: 'login', max_age: String(maxAgeSeconds) }),
        scope: options.scope,
        redirect_uri: options.redirectUri,
        state,
        nonce,
        code_challenge: await calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
      }).href;
    },

    /** Exchanges the code in the redirect URI's query. Throws `SignInError`. */
    async exchange(discovery: Discovery, query: URLSearchParams, checks: SignInChecks): Promise<TokenSet> {
      const address = new URL(options.redirectUri);
      address.search = query.toString();
      const answer = await authorizationCodeGrant(
        toConfiguration(discovery),
        address,
        { expectedState: checks.state, expectedNonce: checks.nonce, pkceCodeVerifier: checks.codeVerifier },
        options.resource ? { resource: options.resource } : undefined,
      ).catch(throwSignInError);
      return toTokenSet(answer);
    },

    /** Throws `SignInError`. */
    async renew(discovery: Discovery, refreshToken: string): Promise<TokenSet> {
      const answer = await refreshTokenGrant(
        toConfiguration(discovery),
        refreshToken,
        options.resource ? { resource: options.resource } : undefined,
      ).catch(throwSignInError);
      return toTokenSet(answer);
    },

    /** Revokes a refresh token, where the provider allows it. */
    async revoke(discovery: Discovery, refreshToken: string): Promise<void> {
      if (!discovery.revocation_endpoint) return;
      await tokenRevocation(toConfiguration(discovery), refreshToken, { token_type_hint: 'refresh_token' });
    },

    /** Asks the provider about a token (RFC 7662). */
    introspect: (discovery: Discovery, token: string) =>
      tokenIntrospection(toConfiguration(discovery), token, { token_type_hint: 'access_token' }),

    userinfo: (discovery: Discovery, token: string) =>
      fetchUserInfo(toConfiguration(discovery), token, skipSubjectCheck),

    /** Returns the URL that ends the provider's session in the browser; null if the provider has none. */
    toSignOutUrl(discovery: Discovery, idToken: string | null): string | null {
      if (!discovery.end_session_endpoint) return null;
      return buildEndSessionUrl(toConfiguration(discovery), {
        post_logout_redirect_uri: options.postLogoutRedirectUri,
        ...(idToken && { id_token_hint: idToken }),
      }).href;
    },
  };
}

export type RelyingParty = ReturnType<typeof createRelyingParty>;

function configure(discovery: Discovery, options: RelyingPartyOptions): Configuration {
  const config = new Configuration(
    discovery,
    options.clientId,
    { [clockTolerance]: leewaySeconds },
    toClientAuthentication(discovery, options),
  );
  config.timeout = httpTimeoutSeconds;
  const { fetchProvider } = options;
  if (fetchProvider)
    config[customFetch] = (address, { method, headers, body }) =>
      fetchProvider(address, { method, headers, body: body instanceof URLSearchParams ? body : null });
  // An http issuer is allowed only outside production; an https one's metadata has only https endpoints.
  if (discovery.issuer.startsWith('http://')) allowInsecureRequests(config);
  return config;
}

/** `client_secret_basic` is the default in OpenID Connect Discovery. */
function toClientAuthentication(
  { token_endpoint, token_endpoint_auth_methods_supported: listed = ['client_secret_basic'] }: Discovery,
  { clientSecret, clientKey, clientAuthentication }: RelyingPartyOptions,
): ClientAuth {
  if (clientKey) return signAssertions(clientKey, token_endpoint);
  if (clientSecret === null) return None();
  const supported = clientAuthentication ? [clientAuthentication] : listed;
  if (supported.includes('client_secret_basic')) return authenticateBasic(clientSecret);
  if (supported.includes('client_secret_post')) return ClientSecretPost(clientSecret);
  throw new SignInError(
    `The identity provider accepts a client secret neither as client_secret_basic nor as client_secret_post, only ${listed.join(', ')}.`,
  );
}

/**
 * Authenticates as in RFC 6749, 2.3.1. The library's own version also escapes hyphens, which is allowed, but rejected
 * by providers that do not decode the header: Glewlwyd 2.7 finds no client `my%2Dclient`.
 */
function authenticateBasic(secret: string): ClientAuth {
  const encode = (text: string) => encodeURIComponent(text).replaceAll('%20', '+');
  return (_server, { client_id }, _body, headers) => {
    const credentials = Buffer.from(`${encode(client_id)}:${encode(secret)}`).toString('base64');
    headers.set('authorization', `Basic ${credentials}`);
  };
}

function toTokenSet(answer: TokenEndpointResponse & TokenEndpointResponseHelpers): TokenSet {
  if (answer.token_type.toLowerCase() !== 'bearer')
    throw new SignInError('The identity provider issued a token that is not a bearer token.');
  const claims = answer.claims() ?? null;
  const signedInAt = claims?.auth_time;
  return {
    accessToken: answer.access_token,
    expiresInSeconds: answer.expiresIn() ?? readLifetime(answer.access_token) ?? assumedLifetimeSeconds,
    refreshToken: answer.refresh_token ?? null,
    idToken: answer.id_token ?? null,
    claims: claims && { ...claims },
    signedInAt: signedInAt === undefined ? null : new Date(signedInAt * 1000),
  };
}

function readLifetime(accessToken: string): number | undefined {
  try {
    const { exp, iat } = decodeJwt(accessToken);
    return exp && iat ? exp - iat : undefined;
  } catch {
    return undefined;
  }
}

function throwSignInError(cause: unknown): never {
  const isRejectedClient = cause instanceof ResponseBodyError && cause.error === 'invalid_client';
  if (isRejectedClient || cause instanceof WWWAuthenticateChallengeError)
    throw new SignInError(
      'The identity provider rejects our client: compare OIDC_CLIENT_ID and OIDC_CLIENT_SECRET or OIDC_CLIENT_KEY_FILE.',
      { error: 'invalid_client', cause },
    );
  if (cause instanceof AuthorizationResponseError || cause instanceof ResponseBodyError) {
    const text = [cause.error, cause.error_description?.slice(0, 300)].filter(Boolean).join(': ');
    throw new SignInError(`The identity provider answered ${text}.`, { error: cause.error, cause });
  }
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  const isUnreachable = !code.startsWith('OAUTH_') || code === 'OAUTH_TIMEOUT' || code === 'OAUTH_ABORT';
  if (isUnreachable || isServerError(cause))
    throw new SignInError('The identity provider is not responding.', { cause });
  throw new SignInError(`The identity provider’s answer was not valid: ${toDetail(cause)}.`, { cause });
}

/** Returns the innermost error, which names the claim or parameter; the library wraps its errors. */
function toDetail(cause: unknown): string {
  return cause instanceof Error && cause.cause instanceof Error ? toDetail(cause.cause) : toReason(cause);
}

/** Detects an error page from the provider, or from a proxy in front of it. */
function isServerError(cause: unknown): boolean {
  return cause instanceof Error && cause.cause instanceof Response && cause.cause.status >= 500;
}
