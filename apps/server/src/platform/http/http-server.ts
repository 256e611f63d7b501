import helmet from '@fastify/helmet';
import swagger from '@fastify/swagger';
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance, type FastifyRequest } from 'fastify';
import { jsonSchemaTransform, serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { failures, type Endpoint } from '@tidemark/contract';
import { Failure } from '../failure.ts';
import { answerFailure } from './answer-failure.ts';
import type { Limits } from './limits.ts';
import type { Route, Viewer } from './route.ts';
import { endUnusedOnClose } from './unused-connections.ts';
import { traceRequests } from '../tracing/tracing.ts';
import { isReadable, requireWholeText } from './whole-text.ts';

const apiPrefix = '/api/v1';
// Senders of events put many into one request.
const rawBodyLimit = 1024 * 1024;

export interface HttpServerOptions {
  routes: Route[];
  log: FastifyBaseLogger;
  /** Bearer token → viewer; throws when nobody can be made of it. */
  authenticate(token: string): Promise<Viewer>;
  trustProxy: string[];
  limits: Limits;
  /** Origins, beside our own, from which pictures, scripts, frames and calls may come. */
  allowedOrigins: { pictures: string[]; scripts: string[]; frames: string[]; calls: () => string[] };
  https: boolean;
  /** Told of every answer but streams. */
  onAnswered?: (answered: Answered) => void;
}

export interface Answered {
  method: string;
  /** The template; null where no route was found. */
  route: string | null;
  status: number;
  seconds: number;
}

/** The HTTP side of the product: every route declares who may call, what it takes and what it answers. */
export async function createHttpServer({
  routes,
  log,
  authenticate,
  trustProxy,
  limits,
  allowedOrigins,
  https,
  onAnswered,
}: HttpServerOptions): Promise<FastifyInstance> {
  const server = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: (request) => acceptedRequestId(request.headers['x-request-id']) ?? crypto.randomUUID(),
    trustProxy: trustProxy.length > 0 ? trustProxy : false,
    bodyLimit: 256 * 1024,
    requestTimeout: 15_000,
    connectionTimeout: 30_000,
    // By itself Node looks for requests that ran out of time every 30 s only.
    http: { connectionsCheckingInterval: 5_000 },
    // Longer than any address that Node takes, so that what is too long is answered like what is wrong.
    routerOptions: { maxParamLength: 16 * 1024 },
    rewriteUrl: ({ url = '/' }) => (isReadable(url) ? url : '/api/unreadable'),
    return503OnClosing: false,
  });
  endUnusedOnClose(server);
  // Bodies are JSON and nothing else.
  server.removeContentTypeParser('text/plain');
  server.setValidatorCompiler(validatorCompiler);
  server.setSerializerCompiler(serializerCompiler);
  server.setErrorHandler(answerFailure);

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
        connectSrc: ["'self'", () => [...new Set(allowedOrigins.calls())].join(' ')],
        frameSrc: ["'self'", ...allowedOrigins.frames],
        manifestSrc: ["'self'"],
        workerSrc: ["'self'"],
      },
    },
    // The business login opens a popup that must be able to answer its opener.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: https ? { maxAge: 31_536_000, includeSubDomains: true } : false,
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
  server.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store');
    await limits.countAddress(request.ip);
  });
  server.addHook('onResponse', async (request, reply) => {
    // The route's template, never the address: a live token sits in one.
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'unknown',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        userId: request.viewer?.userId,
      },
      'request',
    );
    if (String(reply.raw.getHeader('content-type')).startsWith('text/event-stream')) return;
    onAnswered?.({
      method: request.method,
      route: request.routeOptions.url ?? null,
      status: reply.statusCode,
      seconds: reply.elapsedTime / 1000,
    });
  });
  server.addHook('onClose', () => limits.close());
  server.decorateRequest('viewer', null);
  const identify = async (request: FastifyRequest) => {
    let viewer: Viewer;
    try {
      viewer = await authenticate(bearerToken(request));
    } catch (refusal) {
      if (refusal instanceof Failure && refusal.status === 401) await limits.countRefused(request.ip);
      throw refusal;
    }
    await limits.countUser(viewer.userId);
    return viewer;
  };
  for (const route of routes) {
    const { endpoint } = route;
    if (endpoint.rawBody) await server.register(async (part) => addRoute(takeBytes(part, endpoint), route, identify));
    else addRoute(server, route, identify);
  }
  return server;
}

/** Bodies of this part of the server are left as they came. */
function takeBytes(part: FastifyInstance, { mostBytes = rawBodyLimit }: Endpoint): FastifyInstance {
  part.removeAllContentTypeParsers();
  part.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: mostBytes }, (_request, body, done) =>
    done(null, body),
  );
  return part;
}

function addRoute(
  server: FastifyInstance,
  { endpoint, admission, handle }: Route,
  identify: (request: FastifyRequest) => Promise<Viewer>,
) {
  const needsUser = endpoint.access === 'user' || endpoint.access === 'system-admin';
  server.route({
    method: endpoint.method,
    url: apiPrefix + endpoint.path,
    schema: {
      summary: endpoint.summary,
      'x-access': endpoint.access,
      'x-failures': endpoint.failures.map((code) => ({ code, ...failures[code] })),
      ...(needsUser ? { security: [{ bearer: [] }] } : {}),
      ...(endpoint.params ? { params: endpoint.params } : {}),
      ...(endpoint.query ? { querystring: endpoint.query } : {}),
      ...(endpoint.body ? { body: endpoint.body } : {}),
      response: { [endpoint.status ?? 200]: endpoint.response },
    },
    onRequest: async (request) => {
      if (!needsUser) return;
      request.viewer = await (admission ? admission.run(() => identify(request)) : identify(request));
      if (endpoint.access === 'system-admin' && request.viewer.role !== 'system-admin') throw new Failure('forbidden');
    },
    preHandler: async ({ params, query, body }) => requireWholeText({ params, query, body }),
    handler: async (request, reply) => {
      const gone = new AbortController();
      reply.raw.once('close', () => reply.raw.writableFinished || gone.abort());
      const answer = await handle({
        viewer: viewerOf(request),
        params: request.params,
        query: request.query,
        body: request.body,
        rawBody: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
        requestId: request.id,
        ip: request.ip,
        signal: gone.signal,
        reply,
      });
      if (reply.sent || reply.raw.headersSent) return reply;
      return reply.code(endpoint.status ?? 200).send(answer);
    },
  });
}

function bearerToken(request: FastifyRequest): string {
  const given = request.raw.headersDistinct.authorization ?? [];
  const match = given.length === 1 ? /^Bearer ([A-Za-z0-9._~+/=-]+)$/.exec(given[0] ?? '') : null;
  if (!match?.[1]) throw new Failure('unauthenticated');
  return match[1];
}

/** Handlers of public endpoints declare that they take no viewer. */
function viewerOf(request: FastifyRequest): Viewer {
  return request.viewer as Viewer;
}

function acceptedRequestId(given: string | string[] | undefined): string | null {
  return typeof given === 'string' && /^[A-Za-z0-9-]{8,64}$/.test(given) ? given : null;
}

declare module 'fastify' {
  interface FastifyRequest {
    viewer: Viewer | null;
  }
}
