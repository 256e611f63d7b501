import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { FaultName, FaultParams, Faults } from '../faults.ts';
import type { SandboxClock } from '../sandbox-clock.ts';
import type { World } from '../world/world.ts';
import type { Caller } from './access-tokens.ts';
import { answerBatch } from './batch-calls.ts';
import type { CallLedger } from './call-ledger.ts';
import type { CallUsage } from './call-usage.ts';
import type { Graph, GraphAnswer } from './graph.ts';
import type { GraphCall } from './graph-call.ts';
import { describeCall, readCall } from './graph-call.ts';
import { GraphError, serviceError } from './graph-error.ts';
import { responseHeaders } from './response-headers.ts';
import { sendWithFaults } from './transport-faults.ts';
import { usageHeaders } from './usage-headers.ts';

interface Deps {
  /** The start of the host's paths. */
  mount: string;
  graph: Graph;
  /** graph.instagram.com documents no batches. */
  acceptsBatches: boolean;
  world: World;
  clock: SandboxClock;
  usage: CallUsage;
  ledger: CallLedger;
  faults: Faults;
  tokens: { require: (token: string) => Caller };
}

export function graphRoutes(server: FastifyInstance, deps: Deps): void {
  const answer = (request: FastifyRequest, reply: FastifyReply) => answerRequest(deps, request, reply);
  const { mount } = deps;
  for (const url of [mount, `${mount}/`, `${mount}/*`])
    server.route({ method: ['GET', 'POST', 'DELETE'], url, handler: answer });
}

async function answerRequest(deps: Deps, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { ledger, faults } = deps;
  const call = readCall(request.method, request.url.slice(deps.mount.length), toForm(request.body), getBearer(request));
  const isBatch = deps.acceptsBatches && call.method === 'POST' && call.params['batch'] !== undefined;
  const path = isBatch ? `${describeCall(call)} [batch]` : describeCall(call);
  let accounts: (string | undefined)[] = [];
  const person = toEmail(deps.tokens, call.params['access_token']);
  const strike = (fault: FaultName, target = path, account = accounts[0]): FaultParams | undefined =>
    faults.strike(fault, { path: target, account, person });

  let forced: { params: FaultParams | undefined } | undefined;
  const getUsage = (answers: GraphAnswer[], all = answers) => {
    forced ??= { params: strike('usage', path, all[0]?.charged[0]?.account) };
    return usageHeaders(deps, answers, forced.params);
  };

  const getUpgrade = () => strike('version-upgrade')?.text('version', 'v27.0');
  const made = isBatch
    ? makeBatch(deps, call, { strike, getUpgrade, getUsage: (item, all) => getUsage([item], all) })
    : single(deps.graph.answer(call));
  const charged = made.answers.flatMap((part) => part.charged);
  accounts = [...new Set(charged.map(({ account }) => account))];
  const failure = made.failure;
  ledger.write({
    at: new Date(deps.clock.real()).toISOString(),
    method: call.method,
    path,
    account: accounts.length === 1 ? accounts[0] : undefined,
    calls: charged.reduce((sum, { calls }) => sum + calls, 0),
    metrics: charged.length === 1 ? (charged[0]?.metrics ?? []) : [],
    status: made.status,
    ...(failure?.code !== undefined && { code: failure.code }),
    ...((isBatch || charged.length > 1) && { items: charged }),
  });

  const isInside = isBatch && strike('batch-headers-inside') !== undefined;
  if (!isInside && !strike('missing-headers')) reply.headers(getUsage(made.answers));
  reply.code(made.status).headers(responseHeaders(call.version, failure, getUpgrade()));
  return sendWithFaults(reply, made.text, (fault) => strike(fault));
}

interface Made {
  status: number;
  text: string;
  failure: GraphError | undefined;
  answers: GraphAnswer[];
}

function single(answer: GraphAnswer): Made {
  return { status: answer.status, text: answer.text, failure: answer.failure, answers: [answer] };
}

function makeBatch({ graph }: Deps, call: GraphCall, deps: Parameters<typeof answerBatch>[2]): Made {
  try {
    if (deps.strike('batch-envelope-500', `${describeCall(call)} [batch]`)) throw serviceError();
    graph.requireCaller(call.params);
    return { status: 200, failure: undefined, ...answerBatch(graph, call, deps) };
  } catch (failure) {
    if (!(failure instanceof GraphError)) throw failure;
    return { status: failure.status, text: JSON.stringify(failure.body()), failure, answers: [] };
  }
}

function toForm(body: unknown): Record<string, string> {
  if (typeof body !== 'object' || body === null) return {};
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  );
}

function getBearer({ headers }: FastifyRequest): string | undefined {
  return /^(?:Bearer|OAuth) (.+)$/i.exec(headers.authorization ?? '')?.[1];
}

function toEmail(tokens: Deps['tokens'], token: string | undefined): string | undefined {
  try {
    return token === undefined ? undefined : tokens.require(token).person.email;
  } catch {
    return undefined;
  }
}
