import cookie from '@fastify/cookie';
import helmet from '@fastify/helmet';
import swagger from '@fastify/swagger';
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance, type FastifyRequest } from 'fastify';
import { jsonSchemaTransform, serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { costs, failures, listLimits, type Endpoint, type RateLimits } from '@tidemark/contract';
import { ApiError } from '../api-error.ts';
import type { Admissions, Caller } from './admission.ts';
import { batchRoute } from './batch.ts';
import { sendError } from './send-error.ts';
import { isKnownHost } from './known-host.ts';
import { toNetwork, type Limits } from './limits.ts';
import { createPendingResponses, type PendingResponses } from './pending-responses.ts';
import type { Route, Viewer } from './route.ts';
import { endUnusedOnClose } from './close-idle-connections.ts';
import { traceRequests } from '../tracing/tracing.ts';
import { isDecodable, assertWellFormedText } from './well-formed-text.ts';

const refusedStatuses = new Set([401, 403, 421, 429]);
const apiPrefix = '/api/v1';
// Senders of events put many into one request.
const rawBodyLimit = 1024 * 1024;
const maxPendingPerUser = 20;
// Enough for the largest response over a slow mobile connection.
const maxSendMillis = 60_000;

export interface HttpServerOptions {
  routes: Route[];
  log: FastifyBaseLogger;
  /** Resolves a bearer token; throws when it is invalid. */
  authenticate(token: string): Promise<Viewer>;
  trustProxy: string[];
  limits: Limits;
  /** The values of `limits`, for the OpenAPI document. */
  rateLimits: RateLimits;
  admission: Admissions;
  /** Further origins for pictures, scripts, frames and calls. */
  allowedOrigins: { pictures: string[]; scripts: string[]; frames: string[]; calls: string[] };
  /** The public address; requests for another host are rejected. */
  appUrl: string;
  hsts: 'on' | 'subdomains' | 'off';
  /** Called for every response except streams. */
  onResponse?: (answered: ResponseInfo) => void;
}

export interface ResponseInfo {
  method: string;
  /** The route template; null when no route matched. */
  route: string | null;
  status: number;
  seconds: number;
}

/** The HTTP server: every route declares its access level, its input and its output. */
export async function createHttpServer({
  routes,
  log,
  authenticate,
  trustProxy,
  limits,
  rateLimits,
  admission,
  allowedOrigins,
  appUrl,
  hsts,
  onResponse,
}: HttpServerOptions): Promise<FastifyInstance> {
  const server = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => crypto.randomUUID(),
    trustProxy: trustProxy.length > 0 ? trustProxy : false,
    bodyLimit: 256 * 1024,
    requestTimeout: 15_000,
    connectionTimeout: 30_000,
    // By default, Node checks for timed-out requests only every 30 s.
    http: { connectionsCheckingInterval: 5_000 },
    // Longer than any URL that Node accepts, so that overlong parameters get the same response as wrong ones.
    routerOptions: { maxParamLength: 16 * 1024 },
    rewriteUrl: ({ url = '/' }) => (isDecodable(url) ? url : '/api/unreadable'),
    return503OnClosing: false,
  });
  endUnusedOnClose(server);
  // Only JSON bodies are accepted.
  server.removeContentTypeParser('text/plain');
  server.setValidatorCompiler(validatorCompiler);
  server.setSerializerCompiler(serializerCompiler);
  server.setErrorHandler(sendError);

  await server.register(cookie);
  await server.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        scriptSrc: ["'self'", ...allowedOrigins.scripts],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:', ...allowedOrigins.pictures],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", ...allowedOrigins.calls],
        frameSrc: ["'self'", ...allowedOrigins.frames],
        manifestSrc: ["'self'"],
        workerSrc: ["'self'"],
      },
    },
    // The business login's popup must be able to reach its opener.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: appUrl.startsWith('https://') &&
      hsts !== 'off' && { maxAge: 31_536_000, includeSubDomains: hsts === 'subdomains' },
  });
  await server.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Tidemark', version: '1' },
      servers: [{ url: '/' }],
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    },
    transform: jsonSchemaTransform,
  });

  traceRequests(server);
  const appHostname = new URL(appUrl).hostname;
  server.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
    // Files and pages set their own.
    reply.header('cache-control', 'no-store');
    if (!isKnownHost(request.hostname, appHostname)) throw new ApiError('misdirected');
    await limits.consumeForIp(request.ip);
  });
  server.addHook('onResponse', async (request, reply) => {
    // The route template, never the URL, which may contain a live token.
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'unknown',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        userId: request.viewer?.userId,
        clientRequestId: findClientRequestId(request),
        // Only rejected requests are logged with their IP.
        ...(refusedStatuses.has(reply.statusCode) && { ip: request.ip }),
      },
      'request',
    );
    if (String(reply.raw.getHeader('content-type')).startsWith('text/event-stream')) return;
    onResponse?.({
      method: request.method,
      route: request.routeOptions.url ?? null,
      status: reply.statusCode,
      seconds: reply.elapsedTime / 1000,
    });
  });
  server.addHook('onClose', () => limits.close());
  server.decorateRequest('viewer', null);
  const pending = createPendingResponses({ maxPerUser: maxPendingPerUser, maxMillis: maxSendMillis });
  const options: RouteOptions = { authenticate, limits, rateLimits, admission, pending };
  for (const route of [...routes, batchRoute({ prefix: apiPrefix, pending })]) {
    const { endpoint } = route;
    if (endpoint.rawBody) await server.register(async (part) => addRoute(useRawBody(part, endpoint), route, options));
    else addRoute(server, route, options);
  }
  return server;
}

type RouteOptions = Pick<HttpServerOptions, 'authenticate' | 'limits' | 'rateLimits' | 'admission'> & {
  pending: PendingResponses;
};

async function identify(
  request: FastifyRequest,
  { authenticate, limits, admission }: Pick<RouteOptions, 'authenticate' | 'limits' | 'admission'>,
): Promise<Viewer> {
  const viewer = await countRefusals(request, limits, () =>
    admission.database.run(() => authenticate(bearerToken(request)), { caller: toOrigin(request) }),
  );
  await limits.consumeForUser(viewer.userId);
  return viewer;
}

/** An invalid token counts against the IP that sent it. */
async function countRefusals<Result>(request: FastifyRequest, limits: Limits, work: () => Promise<Result>) {
  try {
    return await work();
  } catch (refusal) {
    if (refusal instanceof ApiError && refusal.status === 401) await limits.consumeFailedAuth(request.ip);
    throw refusal;
  }
}

function toOrigin({ ip }: FastifyRequest): Caller {
  return `address:${toNetwork(ip)}`;
}

/** Disables body parsing for this part of the server. */
function useRawBody(part: FastifyInstance, { maxBytes = rawBodyLimit }: Endpoint): FastifyInstance {
  part.removeAllContentTypeParsers();
  part.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: maxBytes }, (_request, body, done) =>
    done(null, body),
  );
  return part;
}

function addRoute(server: FastifyInstance, { endpoint, handle }: Route, options: RouteOptions) {
  const { limits, admission, pending } = options;
  const needsUser = endpoint.access === 'user' || endpoint.access === 'system-admin';
  const { waitsFor } = costs[endpoint.cost];

  async function admit<Result>(request: FastifyRequest, work: () => Promise<Result>): Promise<Result> {
    if (!waitsFor) return work();
    const caller = toCaller(request);
    return admission[waitsFor].run(
      () => {
        pending.assertRoom(caller);
        return work();
      },
      { caller, hasBegun: needsUser },
    );
  }

  server.route({
    method: endpoint.method,
    url: apiPrefix + endpoint.path,
    schema: toSchema(endpoint, options.rateLimits),
    onRequest: async (request) => {
      if (needsUser) request.viewer = await identify(request, options);
      if (endpoint.access === 'system-admin' && request.viewer?.role !== 'system-admin')
        throw new ApiError('forbidden');
      await limits.countCall(endpoint, { address: request.ip, userId: request.viewer?.userId ?? null });
    },
    preHandler: async ({ params, query, body }) => assertWellFormedText({ params, query, body }),
    handler: async (request, reply) => {
      const gone = new AbortController();
      reply.raw.once('close', () => reply.raw.writableFinished || gone.abort());
      const call = () =>
        admit(request, () =>
          handle({
            viewer: requireViewer(request),
            params: request.params,
            query: request.query,
            body: request.body,
            rawBody: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
            requestId: request.id,
            ip: request.ip,
            signal: gone.signal,
            reply,
          }),
        );
      const hasOwnToken = endpoint.access === 'live-token' || endpoint.access === 'session';
      const answer = await (hasOwnToken ? countRefusals(request, limits, call) : call());
      if (reply.raw.headersSent || reply.sent) return reply;
      pending.track(toCaller(request), reply);
      return reply.code(endpoint.status ?? 200).send(answer);
    },
  });
}

function toSchema(endpoint: Endpoint, rateLimits: RateLimits) {
  const needsUser = endpoint.access === 'user' || endpoint.access === 'system-admin';
  return {
    summary: endpoint.summary,
    'x-access': endpoint.access,
    'x-cost': endpoint.cost,
    'x-rate-limits': listLimits(endpoint).map((name) => ({ name, ...rateLimits[name] })),
    'x-failures': endpoint.failures.map((code) => ({ code, ...failures[code] })),
    ...(needsUser ? { security: [{ bearer: [] }] } : {}),
    ...(endpoint.params ? { params: endpoint.params } : {}),
    ...(endpoint.query ? { querystring: endpoint.query } : {}),
    ...(endpoint.body ? { body: endpoint.body } : {}),
    response: { [endpoint.status ?? 200]: endpoint.response },
  };
}

function toCaller(request: FastifyRequest): Caller {
  return request.viewer ? `user:${request.viewer.userId}` : toOrigin(request);
}

function bearerToken(request: FastifyRequest): string {
  // Calls of a batch have no `headersDistinct`.
  const { rawHeaders } = request.raw;
  const given = rawHeaders.filter((_, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === 'authorization');
  const match = given.length === 1 ? /^Bearer ([A-Za-z0-9._~+/=-]+)$/.exec(given[0] ?? '') : null;
  if (!match?.[1]) throw new ApiError('unauthenticated');
  return match[1];
}

/** Public endpoints declare that their handlers need no viewer. */
function requireViewer(request: FastifyRequest): Viewer {
  return request.viewer as Viewer;
}

function findClientRequestId(request: FastifyRequest): string | undefined {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && /^[A-Za-z0-9-]{8,64}$/.test(given) ? given : undefined;
}

declare module 'fastify' {
  interface FastifyRequest {
    viewer: Viewer | null;
  }
}
