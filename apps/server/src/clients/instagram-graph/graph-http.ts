import { createHmac } from 'node:crypto';
import { Agent, request } from 'undici';
import { inSpan } from '../../platform/tracing/tracing.ts';
import { GraphFailure, toGraphFailure } from './graph-failure.ts';
import { readUsage, secondsToWait, type GraphUsage } from './graph-usage.ts';
import { createHostBreaker, HostFailure } from './host-breaker.ts';

const largestReply = 10 * 1024 * 1024;
export const batchSize = 50;

export interface GraphOptions {
  baseUrl: string;
  version: string;
  appId: string;
  appSecret: string;
  /** Told after every HTTP request how many calls Meta counts for it. */
  onCalls?: (made: { accountId: string | null; calls: number; requestId?: string }) => void;
  /** Told after every reply, refusals too, how much of Meta's limits is used. */
  onUsage?: (usage: GraphUsage) => void;
  /** Told of every refusal, those of items of a batch too. */
  onFailure?: (failure: GraphFailure) => void;
  /** How long a request may take as a whole, however slowly its answer drips. */
  patienceSeconds?: number;
}

/** On whose behalf: the token, and the account that the calls are counted for. */
export interface GraphCaller {
  token: string;
  accountId: string | null;
  signal?: AbortSignal;
  /** The request of ours that led to it. */
  requestId?: string;
}

export type Parameters = Record<string, string | number | undefined>;
/** One answer of a batch: each stands or fails alone. */
export type BatchItem = { ok: true; body: unknown } | { ok: false; failure: GraphFailure };

export interface GraphHttp {
  get(caller: GraphCaller, path: string, parameters?: Parameters): Promise<unknown>;
  delete(caller: GraphCaller, path: string): Promise<unknown>;
  /** Up to 50 reads in one HTTP request, answered in order. */
  batch(caller: GraphCaller, reads: { path: string; parameters?: Parameters }[]): Promise<BatchItem[]>;
  /** A call of the app itself, with the app's id and secret in the body, never in the address. */
  postAsApp(path: string, form: Record<string, string>): Promise<unknown>;
  appId: string;
  appToken: string;
}

interface Request {
  method: 'GET' | 'POST' | 'DELETE';
  address: string;
  accountId: string | null;
  /** How many calls Meta counts for it. */
  calls: number;
  requestId?: string;
  token?: string;
  body?: string;
  signal?: AbortSignal;
}

interface Reply {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

/** Speaks Graph API over HTTP. It never retries: the job that calls does, by the kind of failure. */
export function createGraphHttp({
  baseUrl,
  version,
  appId,
  appSecret,
  onCalls,
  onUsage,
  onFailure,
  patienceSeconds = 30,
}: GraphOptions): GraphHttp {
  const agent = new Agent({
    connections: 32,
    connect: { timeout: 5_000 },
    headersTimeout: 20_000,
    bodyTimeout: 20_000,
    keepAliveTimeout: 10_000,
  });
  const breaker = createHostBreaker(isFailureOfHost);
  const root = `${baseUrl}/${version}`;
  const proofOf = (token: string) => createHmac('sha256', appSecret).update(token).digest('hex');

  async function exchange({
    method,
    address,
    accountId,
    calls,
    requestId,
    token,
    body,
    signal,
  }: Request): Promise<Reply> {
    const deadline = AbortSignal.timeout(patienceSeconds * 1000);
    onCalls?.({ accountId, calls, requestId });
    try {
      const answer = await request(address, {
        dispatcher: agent,
        method,
        headers: {
          accept: 'application/json',
          ...(token ? { authorization: `Bearer ${token}` } : {}),
          ...(body === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
        },
        body,
        signal: signal ? AbortSignal.any([deadline, signal]) : deadline,
      });
      return { status: answer.statusCode, headers: answer.headers, text: await readText(answer.body) };
    } catch (cause) {
      if (signal?.aborted) throw cause;
      throw new HostFailure('Meta does not answer', { cause });
    }
  }

  async function send(request: Request) {
    try {
      return await sendOnce(request);
    } catch (error) {
      if (error instanceof GraphFailure) onFailure?.(error);
      throw error;
    }
  }

  async function sendOnce(request: Request): Promise<{ body: unknown; retryAfterSeconds: number | undefined }> {
    const reply = await breaker
      .attempt(() => inSpan('ask the Graph API', { calls: request.calls }, () => exchange(request)))
      .catch((cause: unknown) => {
        throw cause instanceof HostFailure
          ? new GraphFailure('transient', cause.message, { cause: cause.cause })
          : cause;
      });
    if (!reply) throw new GraphFailure('transient', 'Meta failed too often just now: it is left alone for a moment');
    const usage = readUsage(reply.headers);
    if (usage.app !== null || usage.accounts.length > 0) onUsage?.(usage);
    const body = parseJson(reply.text);
    if (body === undefined)
      throw new GraphFailure('transient', `Meta answered ${reply.status} with something that is not JSON`);
    const retryAfterSeconds = secondsToWait(reply.headers, usage, request.accountId);
    const failure = toGraphFailure(reply.status, body, retryAfterSeconds);
    if (failure) throw failure;
    return { body, retryAfterSeconds };
  }

  function address(path: string, parameters: Parameters): string {
    const query = toQuery(parameters);
    return `${root}/${path}${query ? `?${query}` : ''}`;
  }

  return {
    appId,
    appToken: `${appId}|${appSecret}`,
    async get({ token, ...caller }, path, parameters = {}) {
      const whole = address(path, { ...parameters, appsecret_proof: proofOf(token) });
      return (await send({ ...caller, method: 'GET', address: whole, calls: 1, token })).body;
    },
    async delete({ token, ...caller }, path) {
      const whole = address(path, { appsecret_proof: proofOf(token) });
      return (await send({ ...caller, method: 'DELETE', address: whole, calls: 1, token })).body;
    },
    async batch({ token, ...caller }, reads) {
      if (reads.length > batchSize) throw new RangeError(`A batch holds ${batchSize} reads, not ${reads.length}`);
      const items = reads.map(({ path, parameters = {} }) => ({
        method: 'GET',
        relative_url: [`${version}/${path}`, toQuery(parameters)].filter(Boolean).join('?'),
      }));
      const form = new URLSearchParams({
        batch: JSON.stringify(items),
        include_headers: 'false',
        access_token: token,
        appsecret_proof: proofOf(token),
      });
      const { body, retryAfterSeconds } = await send({
        ...caller,
        method: 'POST',
        address: `${baseUrl}/`,
        calls: reads.length,
        body: form.toString(),
      });
      if (!Array.isArray(body) || body.length !== reads.length)
        throw new GraphFailure('transient', 'Meta answered a batch with something else');
      const answers = body.map((item) => toBatchItem(item, retryAfterSeconds));
      for (const answer of answers) if (!answer.ok) onFailure?.(answer.failure);
      return answers;
    },
    async postAsApp(path, form) {
      const body = new URLSearchParams({ ...form, client_id: appId, client_secret: appSecret });
      const whole = `${root}/${path}`;
      return (await send({ method: 'POST', address: whole, accountId: null, calls: 1, body: body.toString() })).body;
    },
  };
}

/** A refusal is an answer, also one that Meta gives with a status of 500 because of what was asked for. */
function isFailureOfHost({ status, text }: Reply): boolean {
  return status >= 500 && !/reduce the amount of data/i.test(text);
}

/** The items carry no headers of their own: those of the whole say how long to wait. */
function toBatchItem(item: unknown, retryAfterSeconds: number | undefined): BatchItem {
  // A null item is one that ran out of time inside Meta.
  if (!item || typeof item !== 'object' || !('body' in item) || typeof item.body !== 'string') {
    return { ok: false, failure: new GraphFailure('transient', 'Meta left an item of a batch out') };
  }
  const status = 'code' in item ? Number(item.code) : 500;
  const body = parseJson(item.body);
  if (body === undefined)
    return { ok: false, failure: new GraphFailure('transient', 'An item of a batch is not JSON') };
  const failure = toGraphFailure(status, body, retryAfterSeconds);
  return failure ? { ok: false, failure } : { ok: true, body };
}

function toQuery(parameters: Parameters): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) query.set(name, String(value));
  return query.toString();
}

async function readText(body: AsyncIterable<Buffer>): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of body) {
    size += part.length;
    if (size > largestReply) throw new Error('The reply is too large');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
