import { createHmac } from 'node:crypto';
import { Agent, request } from 'undici';
import { inSpan } from '../../../platform/tracing/tracing.ts';
import { parseItem, toBatchItem, toHeaders, type BatchItem } from './batch-item.ts';
import { GraphError, toGraphError } from './graph-error.ts';
import { readUsage, secondsToWait, type GraphUsage } from './graph-usage.ts';
import { createHostBreaker, HostUnavailableError } from '../../../platform/outbound/host-breaker.ts';
import { readText } from '../../../platform/outbound/read-text.ts';
import { parseJson } from '../../../platform/storable-text.ts';

export const batchSize = 50;
const singlesAtOnce = 8;

/** Which of Meta's hosts accepts a token: graph.facebook.com or graph.instagram.com. */
export type GraphHost = 'facebook' | 'instagram';

export interface GraphOptions {
  baseUrl: string;
  /** Defaults to `facebook`. */
  host?: GraphHost;
  /** The address for calls as the app itself, if it is not the Graph API's. */
  appBaseUrl?: string;
  version: string;
  appId: string;
  appSecret: string;
  /** Called after every HTTP request with the number of calls that Meta counts for it. */
  onCalls?: (made: { accountId: string | null; calls: number; requestId?: string }) => void;
  /** Called after every reply, including errors, with the usage of Meta's limits. */
  onUsage?: (usage: GraphUsage) => void;
  /** Called for every error, including those in batch items. */
  onFailure?: (failure: GraphError) => void;
  /** Called for every part of a reply that could not be parsed and was left out. */
  onDropped?: (dropped: DroppedPart) => void;
  /** Called with every reply's version, which differs from the requested one after Meta retired that. */
  onVersion?: (version: string) => void;
  /** Time limit for a whole request, however slowly its response arrives. */
  patienceSeconds?: number;
}

/** Parts of a reply with an unknown shape; `problem` contains paths, never content. */
export interface DroppedPart {
  part: string;
  count: number;
  problem: string;
}

/** Meta's answer to one call, whatever its status. */
export interface GraphAnswer extends BatchRead {
  status: number;
  body: unknown;
}

/** The token, and the account for which the calls are counted. */
export interface GraphCaller {
  token: string;
  /** Defaults to `facebook`. */
  host?: GraphHost;
  accountId: string | null;
  signal?: AbortSignal;
  /** Our request's ID. */
  requestId?: string;
  /** Called with every JSON answer to `get` and to each item of `batch`. */
  onAnswer?: (answer: GraphAnswer) => void;
}

export type Parameters = Record<string, string | number | undefined>;
export interface BatchRead {
  path: string;
  parameters?: Parameters;
}

/** A batch's result; each item succeeds or fails alone. */
export interface GraphHttp {
  get(caller: GraphCaller, path: string, parameters?: Parameters): Promise<unknown>;
  delete(caller: GraphCaller, path: string): Promise<unknown>;
  /** Sends up to 50 GET requests in one HTTP request; returns the answers in order. */
  batch(caller: GraphCaller, reads: readonly BatchRead[]): Promise<BatchItem[]>;
  /** Changes something, with the token of the page or user concerned. */
  post(caller: GraphCaller, path: string, parameters: Parameters): Promise<unknown>;
  /** Reads something that belongs to no version, such as a token. */
  getUnversioned(path: string, parameters: Parameters): Promise<unknown>;
  /** Reports unparsable parts of a reply. */
  reportDropped(dropped: DroppedPart): void;
  /** Makes a call as the app itself, with its ID and secret in the body, never in the URL. */
  postAsApp(path: string, form: Record<string, string>): Promise<unknown>;
  appId: string;
  appToken: string;
}

interface Request {
  method: 'GET' | 'POST' | 'DELETE';
  address: string;
  accountId: string | null;
  /** Number of calls that Meta counts for it. */
  calls: number;
  requestId?: string;
  token?: string;
  body?: string;
  signal?: AbortSignal;
  onBody?: (status: number, body: unknown) => void;
}

interface Answer {
  body: unknown;
  retryAfterSeconds: number | undefined;
  usage: GraphUsage;
}

interface Reply {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

/** Creates a Graph API client over HTTP. It never retries: its callers do, by error kind. */
export function createGraphHttp({
  baseUrl,
  host = 'facebook',
  appBaseUrl,
  version,
  appId,
  appSecret,
  onCalls,
  onUsage,
  onFailure,
  onDropped,
  onVersion,
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
  // Meta does not document whether a batch has usage headers on its envelope or only on its items, so items request
  // theirs until an envelope has had them.
  let envelopeHasUsage = false;
  const isInstagram = host === 'instagram';
  // graph.instagram.com documents no proofs.
  const toProof = (token: string): Record<string, string> =>
    isInstagram ? {} : { appsecret_proof: createHmac('sha256', appSecret).update(token).digest('hex') };

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
      throw new HostUnavailableError('Meta is not responding', {
        cause,
        timedOut: deadline.aborted || isTimeout(cause),
      });
    }
  }

  function reportVersion({ 'facebook-api-version': version }: Reply['headers']): void {
    if (typeof version === 'string') onVersion?.(version);
  }

  async function send(request: Request) {
    try {
      return await sendOnce(request);
    } catch (error) {
      if (error instanceof GraphError) onFailure?.(error);
      throw error;
    }
  }

  async function sendOnce(request: Request): Promise<Answer> {
    const reply = await breaker
      .attempt(() => inSpan('Graph API request', { calls: request.calls }, () => exchange(request)))
      .catch((cause: unknown) => {
        throw cause instanceof HostUnavailableError
          ? new GraphError('transient', cause.message, { cause: cause.cause, timedOut: cause.timedOut })
          : cause;
      });
    if (!reply) throw new GraphError('transient', 'Circuit breaker open after repeated Meta failures');
    const usage = readUsage(reply.headers);
    if (usage.app !== null || usage.accounts.length > 0) onUsage?.(isInstagram ? { ...usage, app: null } : usage);
    // A batch's address contains no version.
    if (request.address.startsWith(root)) reportVersion(reply.headers);
    const body = parseJson(reply.text);
    if (body === undefined) throw new GraphError('transient', `Meta returned ${reply.status} with invalid JSON`);
    request.onBody?.(reply.status, body);
    const retryAfterSeconds = secondsToWait(reply.headers, usage, request.accountId);
    const failure = toGraphError(reply.status, body, retryAfterSeconds);
    // Its limits are the account's, and must not pause calls to the other host.
    if (isInstagram && failure?.kind.startsWith('throttle')) failure.kind = 'throttle-account';
    if (failure) throw failure;
    return { body, retryAfterSeconds, usage };
  }

  function address(path: string, parameters: Parameters): string {
    const query = toQuery(parameters);
    return `${root}/${path}${query ? `?${query}` : ''}`;
  }

  async function get({ token, onAnswer, ...caller }: GraphCaller, path: string, parameters: Parameters = {}) {
    const whole = address(path, { ...english, ...parameters, ...toProof(token) });
    const onBody = (status: number, body: unknown) => onAnswer?.({ path, parameters, status, body });
    return (await send({ ...caller, method: 'GET', address: whole, calls: 1, token, onBody })).body;
  }

  /** graph.instagram.com documents no batches; each request is one of ours, too, and a few run at once. */
  async function readSingly(caller: GraphCaller, reads: readonly BatchRead[]): Promise<BatchItem[]> {
    const items: BatchItem[] = [];
    const waiting = [...reads.entries()];
    await Promise.all(
      Array.from({ length: singlesAtOnce }, async () => {
        for (let next = waiting.shift(); next; next = waiting.shift()) {
          const [place, { path, parameters }] = next;
          items[place] = await get(caller, path, parameters).then(
            (body) => ({ ok: true, body }),
            (error: unknown) => {
              if (error instanceof GraphError && !isForAll(error)) return { ok: false, failure: error };
              waiting.length = 0;
              throw error;
            },
          );
        }
      }),
    );
    return items;
  }

  return {
    appId,
    reportDropped: (dropped) => onDropped?.(dropped),
    appToken: `${appId}|${appSecret}`,
    get,
    async getUnversioned(path, parameters) {
      const whole = `${baseUrl}/${path}?${toQuery(parameters)}`;
      return (await send({ method: 'GET', address: whole, accountId: null, calls: 1 })).body;
    },
    async post({ token, ...caller }, path, parameters) {
      const body = toQuery({ ...english, ...parameters, ...toProof(token) });
      return (await send({ ...caller, method: 'POST', address: address(path, {}), calls: 1, token, body })).body;
    },
    async delete({ token, ...caller }, path) {
      const whole = address(path, toProof(token));
      return (await send({ ...caller, method: 'DELETE', address: whole, calls: 1, token })).body;
    },
    async batch(from, reads) {
      if (reads.length > batchSize)
        throw new RangeError(`A batch is limited to ${batchSize} requests, got ${reads.length}`);
      if (isInstagram) return readSingly(from, reads);
      const { token, onAnswer, ...caller } = from;
      const items = reads.map(({ path, parameters = {} }) => ({
        method: 'GET',
        relative_url: [`${version}/${path}`, toQuery({ ...english, ...parameters })].join('?'),
      }));
      const form = new URLSearchParams({
        batch: JSON.stringify(items),
        include_headers: String(!envelopeHasUsage),
        access_token: token,
        ...toProof(token),
        ...english,
      });
      const { body, retryAfterSeconds, usage } = await send({
        ...caller,
        method: 'POST',
        address: `${baseUrl}/`,
        calls: reads.length,
        body: form.toString(),
      });
      if (!Array.isArray(body) || body.length !== reads.length)
        throw new GraphError('transient', 'Meta returned an invalid batch response');
      envelopeHasUsage ||= usage.accounts.length > 0;
      const answers = body.map((item, index) => {
        const headers = toHeaders(item);
        const own = readUsage(headers);
        reportVersion(headers);
        if (own.app !== null || own.accounts.length > 0) onUsage?.(own);
        const answer = parseItem(item);
        const read = reads[index];
        if (answer?.body !== undefined && read) onAnswer?.({ ...read, ...answer });
        return toBatchItem(answer, retryAfterSeconds ?? secondsToWait(headers, own, caller.accountId));
      });
      for (const answer of answers) if (!answer.ok) onFailure?.(answer.failure);
      return answers;
    },
    async postAsApp(path, form) {
      const body = new URLSearchParams({ ...form, client_id: appId, client_secret: appSecret });
      const whole = `${appBaseUrl ?? root}/${path}`;
      return (await send({ method: 'POST', address: whole, accountId: null, calls: 1, body: body.toString() })).body;
    },
  };
}

// Some errors differ only in their text, which Meta translates.
const english = { locale: 'en_US' };

/** Returns true for errors that further requests with the same token would repeat, or even prolong. */
function isForAll({ kind }: GraphError): boolean {
  return kind === 'auth' || kind.startsWith('throttle');
}

/** Excludes errors that Meta returns with status 500 because of the request: they are not the host's fault. */
function isFailureOfHost({ status, text }: Reply): boolean {
  return status >= 500 && !/reduce the amount of data/i.test(text);
}

function toQuery(parameters: Parameters): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) query.set(name, String(value));
  return query.toString();
}

function isTimeout(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && String(cause.code).endsWith('_TIMEOUT');
}
