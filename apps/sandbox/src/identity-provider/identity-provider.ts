import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { JSONWebKeySet, JWK } from 'jose';
import { createLocalJWKSet, jwtVerify } from 'jose';
import type { Provider } from 'oidc-provider';
import type { Faults } from '../faults.ts';
import type { SandboxClock } from '../sandbox-clock.ts';
import type { StateStore } from '../sandbox-state.ts';
import type { Person } from '../world/people.ts';
import { findPerson } from '../world/people.ts';
import { apiAudience, toClaims } from './claims.ts';
import type { TokenOverrides } from './made-token.ts';
import { makeTokens } from './made-token.ts';
import { createMemoryAdapter } from './memory-adapter.ts';
import { createProvider } from './provider.ts';
import { signInRoutes } from './sign-in-routes.ts';
import { createSigningKeys } from './signing-keys.ts';

export interface IdentityProvider {
  handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  routes: (server: FastifyInstance) => void;
  /** Returns the person in the provider's session cookie. */
  signedInAt: (request: IncomingMessage, response: ServerResponse) => Promise<Person | undefined>;
  makeTokens: (
    person: Person,
    overrides?: TokenOverrides,
  ) => Promise<{ accessToken: string; idToken: string; expiresIn: number }>;
}

interface Deps {
  origin: string;
  appOrigins: string[];
  clientKey: JWK | null;
  store: StateStore;
  clock: SandboxClock;
  faults: Faults;
  log: (line: string) => void;
}

export function createIdentityProvider({
  origin,
  appOrigins,
  clientKey,
  store,
  clock,
  faults,
  log,
}: Deps): IdentityProvider {
  const keys = createSigningKeys(store, faults);
  const adapter = createMemoryAdapter();
  const providers = new Map<string, Provider>();

  /**
   * Returns the provider for the current signing key; providers share sessions, so that people stay signed in through a
   * rotation.
   */
  async function current(): Promise<Provider> {
    const signingKey = await keys.signing();
    const id = signingKey.kid ?? '';
    const known = providers.get(id);
    if (known) return known;
    const made = createProvider({
      origin,
      appOrigins,
      clientKey,
      signingKey,
      cookieKey: store.state.cookieKey,
      adapter,
      faults,
      log,
    });
    providers.set(id, made);
    return made;
  }

  function allowOrigin(request: IncomingMessage, response: ServerResponse) {
    const from = request.headers.origin;
    if (from === undefined || !appOrigins.includes(from)) return;
    response.setHeader('access-control-allow-origin', from);
    response.setHeader('access-control-allow-headers', 'authorization, content-type');
    response.setHeader('vary', 'origin');
  }

  async function answerUserinfo(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
    if (request.method === 'OPTIONS') return false;
    const token = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1];
    if (token?.split('.').length !== 3) return false;
    allowOrigin(request, response);
    const known: JSONWebKeySet = { keys: await keys.published() };
    const person = await jwtVerify(token, createLocalJWKSet(known), {
      issuer: `${origin}/oidc`,
      audience: apiAudience,
    }).then(
      ({ payload }) => findPerson(payload.sub === undefined ? {} : { subject: payload.sub }),
      () => undefined,
    );
    if (!person) {
      response.setHeader('www-authenticate', 'Bearer error="invalid_token"');
      sendJson(response, 401, { error: 'invalid_token', error_description: 'invalid token provided' });
      return true;
    }
    sendJson(response, 200, toClaims(person, origin));
    return true;
  }

  /** Rejects requests as strict providers do, although OpenID Connect requires a nonce only in other flows. */
  function rejectWithoutNonce({ searchParams }: URL, response: ServerResponse): boolean {
    const address = searchParams.get('redirect_uri');
    // The provider itself rejects unknown addresses.
    if (searchParams.has('nonce') || !appOrigins.some((app) => address === `${app}/login`)) return false;
    const error = { error: 'invalid_request', error_description: 'nonce is required' };
    const query = new URLSearchParams({ ...error, state: searchParams.get('state') ?? '' });
    response.writeHead(303, { location: `${address}?${query.toString()}` }).end();
    return true;
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = request.url ?? '/';
    const path = url.split('?')[0] ?? url;
    const target = { path: url };
    if (faults.strike('idp-hang', target)) return;
    if (faults.strike('idp-down', target))
      return sendJson(response, 500, { error: 'server_error', error_description: 'the identity provider is down' });
    if (path === '/oidc/jwks' && request.method === 'GET') {
      response.setHeader('access-control-allow-origin', '*');
      return sendJson(response, 200, { keys: await keys.published() }, 'application/jwk-set+json');
    }
    if (path === '/oidc/authorize' && rejectWithoutNonce(new URL(url, origin), response)) return;
    if (path === '/oidc/userinfo' && (await answerUserinfo(request, response))) return;

    const provider = await current();
    const mounted: IncomingMessage & { originalUrl?: string } = request;
    mounted.originalUrl = url;
    request.url = url.slice('/oidc'.length) || '/';
    // Koa sends the response itself; the promise only signals completion.
    await provider.callback()(request, response);
  }

  return {
    handle,
    routes: (server) => signInRoutes(server, { current, appOrigins }),
    async signedInAt(request, response) {
      const provider = await current();
      const context = provider.createContext(request, response);
      const session = await provider.Session.get(context);
      return session.accountId === undefined ? undefined : findPerson({ subject: session.accountId });
    },
    makeTokens: (person, overrides) => makeTokens({ origin, keys, clock }, person, overrides),
  };
}

function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  type = 'application/json; charset=utf-8',
): void {
  response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' });
  response.end(JSON.stringify(body));
}
