import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  costs,
  failures,
  keyLimits,
  listLimits,
  includesRole,
  toEndpointPath,
  workspaceHeader,
  type Access,
  type Endpoint,
  type RateLimits,
} from '@tidemark/contract';
import { ApiError } from '../api-error.ts';
import type { Clock } from '../clock.ts';
import type { Admissions, Caller } from './admission.ts';
import { toFailureResponses } from './failure-responses.ts';
import { toNetwork, type Limits } from './limits.ts';
import type { PendingResponses } from './pending-responses.ts';
import { createPause } from '../pause.ts';
import { recentSignInSeconds, requireRecentSignIn } from './recent-sign-in.ts';
import { requireScope } from './require-scope.ts';
import { toPerson, toPersonId, type Program, type Route, type Viewer } from './route.ts';
import { serializeInSlices } from './serialize-in-slices.ts';
import { assertShallow, assertWellFormedText } from './well-formed-text.ts';

export const apiPrefix = '/api/v1';
// Senders put many events into one request.
const rawBodyLimit = 1024 * 1024;

export interface RouteOptions {
  /** Resolves a bearer token or an API key; throws when it is invalid for this access. */
  authenticate(token: string, access: Access): Promise<Viewer>;
  /** Returns the caller as a member of a workspace; throws if they are none. */
  enterWorkspace(viewer: Viewer, workspaceId: string): Promise<Viewer>;
  limits: Limits;
  /** Configured `limits`, for the OpenAPI document. */
  rateLimits: RateLimits;
  admission: Admissions;
  pending: PendingResponses;
  clock: Clock;
}

/** Adds a route with what its endpoint declares: who may call it, its input, its limits and its cost. */
export async function addRoute(server: FastifyInstance, route: Route, options: RouteOptions): Promise<void> {
  const { endpoint } = route;
  if (endpoint.rawBody)
    await server.register(async (part) => registerRoute(useRawBody(part, endpoint), route, options));
  else registerRoute(server, route, options);
}

async function identify(
  request: FastifyRequest,
  endpoint: Endpoint,
  { authenticate, enterWorkspace, limits, admission }: RouteOptions,
): Promise<Viewer> {
  const viewer = await countRefusals(request, limits, () =>
    admission.database.run(() => authenticate(bearerToken(request), endpoint.access), { caller: toOrigin(request) }),
  );
  await limits.consumeForUser(toPersonId(viewer));
  return placeInWorkspace(viewer, endpoint, { named: request.headers[workspaceHeader], enterWorkspace });
}

/** Returns the caller in the workspace that the request names, if the call works there. */
async function placeInWorkspace(
  viewer: Viewer,
  { member: least = 'person' }: Endpoint,
  { named, enterWorkspace }: Pick<RouteOptions, 'enterWorkspace'> & { named: string | string[] | undefined },
): Promise<Viewer> {
  if (least === 'person') return toPerson(viewer);
  const isElsewhere = named !== undefined && named !== viewer.userId && !viewer.member;
  const placed = isElsewhere ? await enterWorkspace(viewer, String(named)) : viewer;
  if (placed.member && !includesRole(placed.member.role, least)) throw new ApiError('role_insufficient');
  return placed;
}

/** Programs open only the calls that name a scope: a new call is closed to them. */
function assertOpenTo(program: Program, { scope }: Endpoint): void {
  if (!scope) throw new ApiError('key_not_accepted');
  if (scope !== 'any') requireScope(program, scope);
}

const needsViewer = ({ access }: Endpoint) => access === 'user' || access === 'system-admin' || access === 'program';

/** Counts an invalid token against the IP that sent it. */
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

function registerRoute(server: FastifyInstance, { endpoint, challenge, handle }: Route, options: RouteOptions) {
  const { limits, admission, pending, clock } = options;
  const needsUser = needsViewer(endpoint);
  const { waitsFor } = costs[endpoint.cost];

  async function admit<Result>(
    request: FastifyRequest,
    signal: AbortSignal,
    work: () => Promise<Result>,
  ): Promise<Result> {
    if (!waitsFor) return work();
    const caller = toCaller(request);
    // Its batch has been admitted as a whole.
    const isPart = request.viewer?.batch !== undefined;
    const run = () =>
      admission[waitsFor === 'heavy' ? 'database' : waitsFor].run(
        () => {
          pending.assertRoom(caller);
          return work();
        },
        { caller, hasBegun: needsUser, isPatient: isPart, signal },
      );
    return waitsFor === 'heavy' && !isPart ? admission.heavy.run(run, { caller, hasBegun: needsUser, signal }) : run();
  }

  server.route({
    method: endpoint.method,
    url: apiPrefix + endpoint.path,
    schema: toSchema(endpoint, options.rateLimits),
    config: { challenge, failsAsJsonRpc: endpoint.failsAsJsonRpc },
    onRequest: async (request) => {
      if (needsUser) request.viewer = await identify(request, endpoint, options);
      if (endpoint.access === 'system-admin' && request.viewer?.role !== 'system-admin')
        throw new ApiError('forbidden');
      await limits.countCall(endpoint, {
        address: request.ip,
        userId: request.viewer ? toPersonId(request.viewer) : null,
        programId: request.viewer?.program?.id ?? null,
      });
      if (request.viewer?.program) assertOpenTo(request.viewer.program, endpoint);
      if (request.viewer?.lacksSecondFactor && !endpoint.beforeSecondFactor)
        throw new ApiError('second_factor_required');
      if (endpoint.recentSignIn) requireRecentSignIn(request.viewer, clock());
    },
    preValidation: async ({ body }) => assertShallow(body),
    preHandler: async ({ params, query, body }) => assertWellFormedText({ params, query, body }),
    handler: async (request, reply) => {
      const gone = new AbortController();
      reply.raw.once('close', () => reply.raw.writableEnded || gone.abort());
      const pause = createPause(() => admission.database.isShared(toCaller(request)));
      const call = () =>
        admit(request, gone.signal, () =>
          handle({
            viewer: requireViewer(request),
            params: request.params,
            query: request.query,
            body: request.body,
            rawBody: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
            requestId: request.id,
            ip: request.ip,
            signal: gone.signal,
            pause,
            admit: (work) =>
              waitsFor
                ? admission[waitsFor].run(work, { caller: toCaller(request), hasBegun: true, signal: gone.signal })
                : work(),
            reply,
          }),
        );
      const hasOwnToken = endpoint.access === 'live-token' || endpoint.access === 'session';
      const answer = await (hasOwnToken ? countRefusals(request, limits, call) : call());
      if (reply.raw.headersSent || reply.sent) return reply;
      pending.track(toCaller(request), reply);
      reply.code(endpoint.status ?? 200);
      if (endpoint.evidence) reply.header('link', toEvidenceLink(endpoint.evidence, request.params));
      if (endpoint.cost !== 'heavyRead') return reply.send(answer);
      const text = await serializeInSlices(endpoint.response, answer, pause);
      return reply.type('application/json; charset=utf-8').serializer(String).send(text);
    },
  });
}

/** Returns the `Link` header to the call that says where the numbers come from. */
function toEvidenceLink(path: string, params: unknown): string {
  return `<${apiPrefix}${toEndpointPath(path, { params: { ...Object(params) } })}>; rel="describedby"`;
}

function toSchema(endpoint: Endpoint, rateLimits: RateLimits) {
  return {
    operationId: toOperationId(endpoint),
    summary: endpoint.summary,
    'x-access': endpoint.access,
    ...(endpoint.member ? { 'x-least-role': endpoint.member } : {}),
    ...(endpoint.scope ? { 'x-key-scope': endpoint.scope } : {}),
    ...(endpoint.recentSignIn ? { 'x-recent-sign-in-seconds': recentSignInSeconds } : {}),
    ...(endpoint.evidence ? { 'x-evidence': endpoint.evidence } : {}),
    'x-cost': endpoint.cost,
    'x-rate-limits': [...listLimits(endpoint), ...(endpoint.scope ? keyLimits : [])].map((name) => ({
      name,
      ...rateLimits[name],
    })),
    'x-failures': endpoint.failures.map((code) => ({ code, ...failures[code] })),
    security: toSecurity(endpoint),
    ...(endpoint.params ? { params: endpoint.params } : {}),
    ...(endpoint.query ? { querystring: endpoint.query } : {}),
    ...(endpoint.body ? { body: endpoint.body } : {}),
    response: { ...toFailureResponses(endpoint), [endpoint.status ?? 200]: endpoint.response },
  };
}

/**
 * Returns the name that generated clients derive function names from: `GET /account/:id/post/:mediaId` is
 * `getAccountIdPostMediaId`.
 */
function toOperationId({ method, path }: Endpoint): string {
  const words = path.split(/[^A-Za-z0-9]+/).filter(Boolean);
  return method.toLowerCase() + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}

function toSecurity({ access, scope }: Endpoint) {
  const keys = scope ? [{ apiKey: scope === 'any' ? [] : [scope] }] : [];
  if (access === 'program') return [...keys, { mcpToken: [] }];
  return access === 'user' || access === 'system-admin' ? [{ bearer: [] }, ...keys] : [];
}

function toCaller(request: FastifyRequest): Caller {
  return request.viewer ? `user:${toPersonId(request.viewer)}` : toOrigin(request);
}

function bearerToken(request: FastifyRequest): string {
  // Calls in a batch have no `headersDistinct`.
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
