import { createHmac } from 'node:crypto';
import { Agent, request } from 'undici';
import { GraphFailure, toGraphFailure } from './graph-failure.ts';

const largestReply = 10 * 1024 * 1024;
const totalTimeout = 30_000;
export const batchSize = 50;

export interface GraphOptions {
  baseUrl: string;
  version: string;
  appId: string;
  appSecret: string;
  /** Told after every HTTP request how many calls Meta counts for it. */
  onCalls?: (made: { accountId: string | null; calls: number }) => void;
}

/** On whose behalf: the token, and the account that the calls are counted for. */
export interface GraphCaller {
  token: string;
  accountId: string | null;
  signal?: AbortSignal;
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

/** Speaks Graph API over HTTP. It never retries: the job that calls does, by the kind of failure. */
export function createGraphHttp({ baseUrl, version, appId, appSecret, onCalls }: GraphOptions): GraphHttp {
  const agent = new Agent({
    connections: 8,
    connect: { timeout: 5_000 },
    headersTimeout: 20_000,
    bodyTimeout: 20_000,
    keepAliveTimeout: 10_000,
  });
  const root = `${baseUrl}/${version}`;
  const proofOf = (token: string) => createHmac('sha256', appSecret).update(token).digest('hex');

  async function send(
    address: string,
    init: { method: 'GET' | 'POST' | 'DELETE'; token?: string; body?: string; signal?: AbortSignal },
  ): Promise<unknown> {
    const deadline = AbortSignal.timeout(totalTimeout);
    let status = 0;
    let text = '';
    let regainMinutes = 0;
    try {
      const answer = await request(address, {
        dispatcher: agent,
        method: init.method,
        headers: {
          accept: 'application/json',
          ...(init.token ? { authorization: `Bearer ${init.token}` } : {}),
          ...(init.body === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
        },
        body: init.body,
        signal: init.signal ? AbortSignal.any([deadline, init.signal]) : deadline,
      });
      status = answer.statusCode;
      regainMinutes = minutesToRegain(answer.headers['x-business-use-case-usage']);
      text = await readText(answer.body);
    } catch (cause) {
      if (init.signal?.aborted) throw cause;
      throw new GraphFailure('transient', 'Meta does not answer', { cause });
    }
    const reply = parseJson(text);
    if (reply === undefined)
      throw new GraphFailure('transient', `Meta answered ${status} with something that is not JSON`);
    const failure = toGraphFailure(status, reply, regainMinutes > 0 ? regainMinutes * 60 : undefined);
    if (failure) throw failure;
    return reply;
  }

  function address(path: string, parameters: Parameters): string {
    const query = toQuery(parameters);
    return `${root}/${path}${query ? `?${query}` : ''}`;
  }

  return {
    appId,
    appToken: `${appId}|${appSecret}`,
    async get({ token, accountId, signal }, path, parameters = {}) {
      onCalls?.({ accountId, calls: 1 });
      return send(address(path, { ...parameters, appsecret_proof: proofOf(token) }), { method: 'GET', token, signal });
    },
    async delete({ token, accountId, signal }, path) {
      onCalls?.({ accountId, calls: 1 });
      return send(address(path, { appsecret_proof: proofOf(token) }), { method: 'DELETE', token, signal });
    },
    async batch({ token, accountId, signal }, reads) {
      if (reads.length > batchSize) throw new RangeError(`A batch holds ${batchSize} reads, not ${reads.length}`);
      onCalls?.({ accountId, calls: reads.length });
      const items = reads.map(({ path, parameters = {} }) => ({
        method: 'GET',
        relative_url: [`${version}/${path}`, toQuery(parameters)].filter(Boolean).join('?'),
      }));
      const body = new URLSearchParams({
        batch: JSON.stringify(items),
        include_headers: 'false',
        access_token: token,
        appsecret_proof: proofOf(token),
      });
      const reply = await send(`${baseUrl}/`, { method: 'POST', body: body.toString(), signal });
      if (!Array.isArray(reply) || reply.length !== reads.length)
        throw new GraphFailure('transient', 'Meta answered a batch with something else');
      return reply.map(toBatchItem);
    },
    async postAsApp(path, form) {
      onCalls?.({ accountId: null, calls: 1 });
      const body = new URLSearchParams({ ...form, client_id: appId, client_secret: appSecret });
      return send(`${root}/${path}`, { method: 'POST', body: body.toString() });
    },
  };
}

function toBatchItem(item: unknown): BatchItem {
  // A null item is one that ran out of time inside Meta.
  if (!item || typeof item !== 'object' || !('body' in item) || typeof item.body !== 'string') {
    return { ok: false, failure: new GraphFailure('transient', 'Meta left an item of a batch out') };
  }
  const status = 'code' in item ? Number(item.code) : 500;
  const body = parseJson(item.body);
  if (body === undefined)
    return { ok: false, failure: new GraphFailure('transient', 'An item of a batch is not JSON') };
  const failure = toGraphFailure(status, body);
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

function minutesToRegain(header: string | string[] | undefined): number {
  const usage = typeof header === 'string' ? parseJson(header) : undefined;
  if (!usage || typeof usage !== 'object') return 0;
  const minutes = Object.values(usage)
    .flat()
    .map((entry: unknown) =>
      entry && typeof entry === 'object' && 'estimated_time_to_regain_access' in entry
        ? Number(entry.estimated_time_to_regain_access)
        : 0,
    );
  return Math.max(0, ...minutes.filter(Number.isFinite));
}
