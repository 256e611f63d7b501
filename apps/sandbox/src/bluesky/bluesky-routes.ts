import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Faults } from '../faults.ts';
import type { Person } from '../world/people.ts';
import type { createAppView } from './app-view.ts';
import type { BlueskyAccount, BlueskyWorld } from './bluesky-world.ts';
import { renderConsent, renderRefusal } from './consent-page.ts';
import { createDpop } from './dpop.ts';
import { OAuthError, XrpcError } from './coded-errors.ts';
import type { OAuthServer } from './oauth-server.ts';

const Named = z.object({ name: z.string() });
const Asked = z.object({ request_uri: z.string().default(''), client_id: z.string().default('') });
const Answered = Asked.extend({ did: z.string().optional(), answer: z.enum(['allow', 'reject']) });

interface Deps {
  origin: string;
  bluesky: BlueskyWorld;
  oauth: OAuthServer;
  appView: ReturnType<typeof createAppView>;
  faults: Faults;
  signedInAt: (request: FastifyRequest['raw'], reply: FastifyReply['raw']) => Promise<Person | undefined>;
}

/**
 * Serves Bluesky's directory, an AppView and accounts' servers: all at the sandbox's own origin, because clients address
 * them from the root. Accounts that have moved are at its IP address.
 */
export function blueskyRoutes(
  server: FastifyInstance,
  { origin, bluesky, oauth, appView, faults, signedInAt }: Deps,
): void {
  const dpop = createDpop();
  const queries = new Map<string, (parameters: unknown) => unknown>(Object.entries(appView));
  const movedOrigin = toMovedOrigin(origin);
  const toOrigin = ({ hostname }: FastifyRequest) =>
    hostname === new URL(movedOrigin).hostname ? movedOrigin : origin;
  const requireKey = (request: FastifyRequest, token?: string) =>
    dpop.requireKey({
      method: request.method,
      address: `${toOrigin(request)}${request.url.split('?')[0]}`,
      proof: [request.headers['dpop'] ?? []].flat()[0],
      ...(token !== undefined && { token }),
    });

  void server.register(async (scope) => {
    scope.setErrorHandler(sendError);
    scope.addHook('onRequest', async (request, reply) => {
      const target = { path: request.url };
      const limit = faults.strike('bluesky-rate-limit', target);
      if (limit) return sendLimit(reply, limit.number('seconds', 300));
      if (faults.strike('bluesky-away', target))
        return reply.code(502).type('text/html').send('<html><h1>502 Bad Gateway</h1></html>');
      return undefined;
    });

    scope.get('/:name', (request, reply) => {
      const { name } = Named.parse(request.params);
      if (!name.startsWith('did:')) return reply.callNotFound();
      const account = bluesky.findAccount(name);
      if (!account) return reply.code(404).send({ message: `DID not registered: ${name}` });
      return reply.type('application/did+ld+json').send(JSON.stringify(toDocument(account, origin, movedOrigin)));
    });

    scope.get('/xrpc/:name', async (request, reply) => {
      const { name } = Named.parse(request.params);
      if (name === 'com.atproto.server.getSession') return getSession(request, reply);
      const answer = queries.get(name);
      if (!answer) throw new XrpcError('MethodNotImplemented', 'Method Not Implemented', 501);
      return answer(request.query);
    });

    async function getSession(request: FastifyRequest, reply: FastifyReply) {
      reply.header('dpop-nonce', dpop.nonce);
      const [, token] = /^DPoP (.+)$/.exec(request.headers.authorization ?? '') ?? [];
      if (token === undefined) throw new XrpcError('AuthMissing', 'Authentication Required', 401);
      const key = await requireKey(request, token).catch((cause: unknown) => {
        // Servers with data answer 401 where the OAuth endpoints answer 400.
        if (cause instanceof OAuthError) throw new OAuthError(cause.code, cause.message, 401);
        throw cause;
      });
      const { did, handle, status } = oauth.requireAccount(token, key);
      return { did, handle, active: status === 'active' };
    }

    scope.get('/.well-known/oauth-protected-resource', (request) => ({
      resource: toOrigin(request),
      authorization_servers: [toOrigin(request)],
      scopes_supported: [],
      bearer_methods_supported: ['header'],
    }));
    scope.get('/.well-known/oauth-authorization-server', (request) => toMetadata(toOrigin(request)));

    scope.post('/oauth/par', async (request, reply) => {
      reply.header('dpop-nonce', dpop.nonce).header('cache-control', 'no-store').code(201);
      return oauth.push(request.body, { key: await requireKey(request), origin: toOrigin(request) });
    });
    scope.post('/oauth/token', async (request, reply) => {
      reply.header('dpop-nonce', dpop.nonce).header('cache-control', 'no-store');
      return oauth.exchange(request.body, await requireKey(request));
    });
    scope.post('/oauth/revoke', async (request, reply) => {
      reply.header('dpop-nonce', dpop.nonce).header('cache-control', 'no-store');
      oauth.revoke(request.body, await requireKey(request));
      return {};
    });

    scope.get('/oauth/authorize', async (request, reply) => {
      const { request_uri: uri, client_id: clientId } = Asked.parse(request.query);
      const asked = oauth.findRequest(uri, clientId);
      if (!asked) return sendPage(reply, renderRefusal('The request is unknown, answered or too old.'), 400);
      const hinted = bluesky.findAccount(asked.login_hint ?? '');
      const person = hinted ? undefined : await signedInAt(request.raw, reply.raw);
      const offered = hinted ? [hinted] : bluesky.accountsOf(person?.key ?? 'maya');
      return sendPage(reply, renderConsent(uri, asked, offered));
    });
    scope.post('/oauth/authorize', (request, reply) => {
      const { request_uri: uri, client_id: clientId, did, answer } = Answered.parse(request.body);
      const asked = oauth.findRequest(uri, clientId);
      if (!asked) return sendPage(reply, renderRefusal('The request is unknown, answered or too old.'), 400);
      const account = bluesky.findAccount(did ?? '') ?? null;
      if (answer === 'allow' && account?.status !== 'active')
        return sendPage(reply, renderRefusal('This account is deactivated or suspended.'), 400);
      return reply.redirect(oauth.answer(uri, asked, answer === 'allow' ? account : null).href, 303);
    });
  });
}

function sendPage(reply: FastifyReply, markup: string, status = 200): FastifyReply {
  return reply.code(status).type('text/html; charset=utf-8').header('cache-control', 'no-store').send(markup);
}

function sendLimit(reply: FastifyReply, seconds: number): FastifyReply {
  return reply
    .code(429)
    .headers({
      'ratelimit-limit': '3000',
      'ratelimit-remaining': '0',
      'ratelimit-reset': String(Math.ceil(Date.now() / 1000) + seconds),
      'ratelimit-policy': '3000;w=300',
    })
    .send({ error: 'RateLimitExceeded', message: 'Rate Limit Exceeded' });
}

function sendError(error: unknown, _request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error instanceof XrpcError) return reply.code(error.status).send({ error: error.code, message: error.message });
  if (!(error instanceof OAuthError)) throw error;
  if (error.status === 401) reply.header('www-authenticate', `DPoP algs="ES256", error="${error.code}"`);
  return reply.code(error.status).send({ error: error.code, error_description: error.message });
}

/** Returns the sandbox's address by IP, another server for clients. */
function toMovedOrigin(origin: string): string {
  const moved = new URL(origin);
  moved.hostname = '127.0.0.1';
  return moved.origin;
}

function toDocument({ did, handle, hasMoved }: BlueskyAccount, origin: string, movedOrigin: string) {
  return {
    '@context': ['https://www.w3.org/ns/did/v1'],
    id: did,
    alsoKnownAs: [`at://${handle}`],
    verificationMethod: [],
    service: [
      {
        id: '#atproto_pds',
        type: 'AtprotoPersonalDataServer',
        serviceEndpoint: hasMoved ? movedOrigin : origin,
      },
    ],
  };
}

function toMetadata(issuer: string) {
  return {
    issuer,
    scopes_supported: ['atproto'],
    subject_types_supported: ['public'],
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    authorization_endpoint: `${issuer}/oauth/authorize`,
    token_endpoint: `${issuer}/oauth/token`,
    token_endpoint_auth_methods_supported: ['none', 'private_key_jwt'],
    token_endpoint_auth_signing_alg_values_supported: ['ES256'],
    revocation_endpoint: `${issuer}/oauth/revoke`,
    pushed_authorization_request_endpoint: `${issuer}/oauth/par`,
    require_pushed_authorization_requests: true,
    dpop_signing_alg_values_supported: ['ES256'],
    client_id_metadata_document_supported: true,
    protected_resources: [issuer],
  };
}
