import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Faults } from '../faults.ts';
import type { CallLedger } from '../instagram-graph/call-ledger.ts';
import { sendWithFaults } from '../instagram-graph/transport-faults.ts';
import type { SandboxClock } from '../sandbox-clock.ts';
import { newId, type Billing } from './billing.ts';
import type { PortalSessions } from './portal-sessions.ts';
import { calls, type Form } from './stripe-calls.ts';
import { apiVersion, type StripeKeys } from './stripe-keys.ts';
import { StripeApiError } from './stripe-api-error.ts';

interface Deps {
  origin: string;
  keys: StripeKeys;
  billing: Billing;
  portals: PortalSessions;
  ledger: CallLedger;
  faults: Faults;
  clock: SandboxClock;
}

interface Made {
  status: number;
  body: object;
}

/** Follows Stripe's API conventions: form-encoded requests, JSON responses, an API key, and idempotent replies. */
export function stripeRoutes(server: FastifyInstance, deps: Deps): void {
  const answered = new Map<string, Made & { requestHash: string }>();

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { method } = request;
    const path = request.url.split('?')[0] ?? '';
    const strike = (fault: Parameters<Faults['strike']>[0]) => deps.faults.strike(fault, { path });
    const key = method === 'POST' ? request.headers['idempotency-key'] : undefined;
    const form = { ...toForm(request.query), ...toForm(request.body) };
    const requestHash = createHash('sha256')
      .update(JSON.stringify([method, path, form]))
      .digest('hex');

    // Most faults strike before the request is processed; network faults strike afterwards.
    const failed = struck(strike);
    const known = failed || typeof key !== 'string' ? undefined : answered.get(key);
    const made = failed ?? (known ? replayed(known, requestHash) : make(deps, request, path, form));
    if (typeof key === 'string' && !failed && !known && made.status < 500) answered.set(key, { ...made, requestHash });

    deps.ledger.write({
      at: new Date(deps.clock.real()).toISOString(),
      method,
      path,
      account: undefined,
      calls: 1,
      metrics: [],
      status: made.status,
    });
    reply
      .code(made.status)
      .header('content-type', 'application/json')
      .header('request-id', newId('req'))
      .header('stripe-version', request.headers['stripe-version'] ?? apiVersion);
    if (typeof key === 'string') reply.header('idempotency-key', key);
    if (known) reply.header('idempotent-replayed', 'true');
    return sendWithFaults(reply, JSON.stringify(made.body), strike);
  }

  server.route({ method: ['GET', 'POST', 'DELETE'], url: '/v1/*', handler: answer });
}

function struck(strike: (fault: Parameters<Faults['strike']>[0]) => unknown): Made | undefined {
  if (strike('service'))
    return refused(new StripeApiError(500, { type: 'api_error', message: 'An error occurred on our side.' }));
  if (strike('app-limit'))
    return refused(
      new StripeApiError(429, { type: 'invalid_request_error', code: 'rate_limit', message: 'Too many requests.' }),
    );
  if (strike('token')) return refused(wrongKey);
  return undefined;
}

const wrongKey = new StripeApiError(401, { type: 'invalid_request_error', message: 'Invalid API Key provided.' });

function make(deps: Deps, { method, headers }: FastifyRequest, path: string, form: Form): Made {
  try {
    if (headers.authorization !== `Bearer ${deps.keys.secretKey}`) throw wrongKey;
    deps.billing.advance();
    const call = calls.find((candidate) => candidate.method === method && candidate.path.test(path));
    if (!call)
      throw new StripeApiError(404, {
        type: 'invalid_request_error',
        message: `Unrecognized request URL (${method}: ${path}).`,
      });
    const { data, error } = call.form.safeParse(form);
    if (error) throw badForm(error.issues[0]);
    return { status: 200, body: call.answer(deps, data, call.path.exec(path)?.[1] ?? '') };
  } catch (error) {
    if (error instanceof StripeApiError) return refused(error);
    throw error;
  }
}

function badForm(issue: { path: PropertyKey[]; message: string } | undefined): StripeApiError {
  const param = String(issue?.path[0] ?? '');
  const code = issue?.message ?? 'parameter_invalid';
  const messages: Record<string, string> = {
    parameter_missing: `Missing required param: ${param}.`,
    parameter_unknown: `Received unknown parameter: ${param}`,
  };
  const message = messages[code] ?? code;
  return new StripeApiError(400, { type: 'invalid_request_error', code, param, message });
}

function replayed(known: Made & { requestHash: string }, requestHash: string): Made {
  if (known.requestHash === requestHash) return known;
  return refused(
    new StripeApiError(400, {
      type: 'idempotency_error',
      message: 'Keys for idempotent requests can only be used with the same parameters they were first used with.',
    }),
  );
}

function refused({ status, error }: StripeApiError): Made {
  return { status, body: { error } };
}

/** Numbers the elements in lists that are given as `name[]`. */
function toForm(given: unknown): Form {
  if (typeof given !== 'object' || given === null) return {};
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value]: [string, unknown]) =>
      name.endsWith('[]')
        ? [value].flat().map((element, index) => [`${name.slice(0, -2)}[${index}]`, String(element)])
        : [[name, String(value)]],
    ),
  );
}
