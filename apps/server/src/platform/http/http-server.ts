import { IncomingMessage, ServerResponse, type OutgoingHttpHeaders } from 'node:http';
import { Socket } from 'node:net';
import cookie from '@fastify/cookie';
import swagger from '@fastify/swagger';
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance, type FastifyRequest } from 'fastify';
import { jsonSchemaTransform, serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import helmet, { type HelmetOptions } from 'helmet';
import { figuresPath, getHealth, getReady, mcpPath, type Access, type RateLimits } from '@tidemark/contract';
import { ApiError } from '../api-error.ts';
import type { Clock } from '../clock.ts';
import { addRoute, apiPrefix, type RouteOptions } from './add-route.ts';
import type { Admissions } from './admission.ts';
import { batchRoute } from './batch.ts';
import { toConnection, type Connection } from './connection.ts';
import { describeFailures } from './failure-responses.ts';
import { endHalfSentBodies } from './half-sent-bodies.ts';
import { sendError } from './send-error.ts';
import { isKnownHost } from './known-host.ts';
import type { Limits } from './limits.ts';
import type { PendingResponses } from './pending-responses.ts';
import { chooseOpenerPolicy } from './opener-policy.ts';
import type { Challenge, Route, Viewer } from './route.ts';
import type { RunCalls } from './run-calls.ts';
import { endUnusedOnClose } from './close-idle-connections.ts';
import { traceRequests } from '../tracing/tracing.ts';
import { isDecodable } from './well-formed-text.ts';

/** Asked every few seconds by proxies and supervisors. */
const healthPaths = new Set([getHealth, getReady].map(({ path }) => apiPrefix + path));
const refusedStatuses = new Set([401, 403, 421, 429]);
const bodyLimit = 256 * 1024;
const uploadMillis = 60_000;

export interface HttpServerOptions {
  routes: Route[];
  log: FastifyBaseLogger;
  /** Resolves a bearer token or an API key; throws when it is invalid for this access. */
  authenticate(token: string, access: Access): Promise<Viewer>;
  /** Returns the caller as a member of a workspace; throws if they are none. */
  enterWorkspace(viewer: Viewer, workspaceId: string): Promise<Viewer>;
  runCalls: RunCalls;
  trustProxy: string[];
  limits: Limits;
  /** Configured `limits`, for the OpenAPI document. */
  rateLimits: RateLimits;
  admission: Admissions;
  pending: PendingResponses;
  clock: Clock;
  /** Further origins for pictures, scripts, frames and calls. */
  allowedOrigins: { pictures: string[]; scripts: string[]; frames: string[]; calls: string[] };
  /** The public address; requests for another host are rejected. */
  appUrl: string;
  hsts: 'on' | 'subdomains' | 'off';
  /** Called for every request that names the client it came from. */
  onForwarded?: (connection: Connection) => void;
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

const mcpAddress = new RegExp(String.raw`^${mcpPath}/?(?=\?|$)`);

/** Creates the HTTP server: every route declares its access level, its input and its output. */
export async function createHttpServer({
  routes,
  log,
  authenticate,
  enterWorkspace,
  runCalls,
  trustProxy,
  limits,
  rateLimits,
  admission,
  pending,
  clock,
  allowedOrigins,
  appUrl,
  hsts,
  onForwarded,
  onResponse,
}: HttpServerOptions): Promise<FastifyInstance> {
  const server = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => crypto.randomUUID(),
    trustProxy: trustProxy.length > 0 ? trustProxy : false,
    bodyLimit,
    requestTimeout: uploadMillis,
    connectionTimeout: 30_000,
    // Node's default is to check for timed-out requests only every 30 s. It uses the shorter timeout for headers,
    // whichever option sets it.
    http: { connectionsCheckingInterval: 5_000, headersTimeout: 15_000, requestTimeout: uploadMillis },
    // Longer than any URL that Node accepts, so that overlong parameters get the same response as wrong ones.
    routerOptions: { maxParamLength: 16 * 1024 },
    rewriteUrl: ({ url = '/' }) => {
      if (!isDecodable(url)) return '/api/unreadable';
      return toDocumented(url.replace(mcpAddress, apiPrefix + mcpPath));
    },
    return503OnClosing: false,
  });
  endUnusedOnClose(server);
  endHalfSentBodies(server, { ordinaryBytes: bodyLimit });
  // Only JSON bodies are accepted.
  server.removeContentTypeParser('text/plain');
  server.setValidatorCompiler(validatorCompiler);
  server.setSerializerCompiler(serializerCompiler);
  server.setErrorHandler(sendError);

  await server.register(cookie);
  const securityHeaders = listSecurityHeaders({
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
    // `chooseOpenerPolicy` sets it for each browser.
    crossOriginOpenerPolicy: false,
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: appUrl.startsWith('https://') &&
      hsts !== 'off' && { maxAge: 31_536_000, includeSubDomains: hsts === 'subdomains' },
  });
  await server.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Tidemark', version: '1', license: { name: 'MIT', identifier: 'MIT' } },
      servers: [{ url: '/' }],
      components: {
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer', description: 'An access token of the identity provider' },
          apiKey: { type: 'http', scheme: 'bearer', description: 'An API key (tmk_…) with the listed scopes' },
          mcpToken: {
            type: 'http',
            scheme: 'bearer',
            description: 'An access token of the identity provider for the MCP server, with MCP_OAUTH=on',
          },
        },
      },
    },
    transform: jsonSchemaTransform,
    transformObject: describeFailures,
  });

  traceRequests(server);
  const appHostname = new URL(appUrl).hostname;
  server.addHook('onRequest', async (request, reply) => {
    reply
      .headers(securityHeaders)
      .header('cross-origin-opener-policy', chooseOpenerPolicy(request.headers['sec-ch-ua']))
      .header('x-request-id', request.id);
    // Files and pages set their own.
    reply.header('cache-control', 'no-store');
    const connection = toConnection(request);
    if (connection.hasForwardedFor) onForwarded?.(connection);
    if (!isKnownHost(request.hostname, appHostname)) throw new ApiError('misdirected');
    await limits.consumeForIp(request.ip);
  });
  server.addHook('onResponse', async (request, reply) => {
    const isHealthy = healthPaths.has(request.routeOptions.url ?? '') && reply.statusCode === 200;
    // The route template, never the URL, which may contain a live token.
    request.log[isHealthy ? 'debug' : 'info'](
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
  const options: RouteOptions = { authenticate, enterWorkspace, limits, rateLimits, admission, pending, clock };
  for (const route of [...routes, batchRoute({ pending, runCalls, admission })]) {
    await addRoute(server, route, options);
  }
  server.route({
    method: ['OPTIONS', 'PUT', 'PATCH'],
    url: apiPrefix + mcpPath,
    schema: { hide: true },
    handler: async ({ method }, reply) => {
      reply.header('allow', 'POST');
      if (method !== 'OPTIONS') throw new ApiError('method_not_allowed');
      await reply.code(204).send();
    },
  });
  return server;
}

/** Computed once: they are the same in every response, and a batch has two dozen. */
function listSecurityHeaders(options: HelmetOptions): OutgoingHttpHeaders {
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  helmet(options)(response.req, response, () => undefined);
  return response.getHeaders();
}

/** Returns the documented address; the page's own calls have addresses that content blockers do not know. */
function toDocumented(url: string): string {
  const { documented, page } = figuresPath;
  return url.startsWith(apiPrefix + page) ? url.replace(page, documented) : url;
}

function findClientRequestId(request: FastifyRequest): string | undefined {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && /^[A-Za-z0-9-]{8,64}$/.test(given) ? given : undefined;
}

declare module 'fastify' {
  interface FastifyRequest {
    viewer: Viewer | null;
  }
  interface FastifyContextConfig {
    challenge?: Challenge | undefined;
    failsAsJsonRpc?: true | undefined;
  }
}
