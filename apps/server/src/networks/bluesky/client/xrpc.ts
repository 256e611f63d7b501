import { Agent, request } from 'undici';
import { z } from 'zod';
import { createHostBreaker, HostUnavailableError } from '../../../platform/outbound/host-breaker.ts';
import { readText } from '../../../platform/outbound/read-text.ts';
import { parseJson } from '../../../platform/storable-text.ts';
import { BlueskyError } from './bluesky-error.ts';

export type Parameters = Record<string, string | number | undefined>;

/** An answer to one call, or its refusal, which the same call would get again. */
export interface XrpcAnswer {
  path: string;
  parameters: Parameters;
  status: number;
  body: unknown;
}

export interface XrpcCaller {
  signal?: AbortSignal;
  onAnswer?: (answer: XrpcAnswer) => void;
}

/** Queries an AppView, the server that knows all public posts; throws `BlueskyError`. It never retries. */
export type Query = (caller: XrpcCaller, method: string, parameters: Parameters) => Promise<unknown>;

export interface XrpcOptions {
  /** Such as `https://public.api.bsky.app`. */
  baseUrl: string;
  onCalls?: (calls: number) => void;
  /** Time limit for a whole request. */
  patienceSeconds?: number;
}

interface Reply {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

export function createQuery({ baseUrl, onCalls, patienceSeconds = 30 }: XrpcOptions): Query {
  const agent = new Agent({
    connections: 8,
    connect: { timeout: 5_000 },
    headersTimeout: 20_000,
    bodyTimeout: 20_000,
    keepAliveTimeout: 10_000,
  });
  const breaker = createHostBreaker<Reply>(({ status }) => status >= 500);

  async function exchange(address: string, signal?: AbortSignal): Promise<Reply> {
    const deadline = AbortSignal.timeout(patienceSeconds * 1000);
    onCalls?.(1);
    try {
      const answer = await request(address, {
        dispatcher: agent,
        headers: { accept: 'application/json' },
        signal: signal ? AbortSignal.any([deadline, signal]) : deadline,
      });
      return { status: answer.statusCode, headers: answer.headers, text: await readText(answer.body) };
    } catch (cause) {
      if (signal?.aborted) throw cause;
      throw new HostUnavailableError('Bluesky is not responding', { cause, timedOut: deadline.aborted });
    }
  }

  return async ({ signal, onAnswer }, method, parameters) => {
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(parameters)) if (value !== undefined) query.set(name, String(value));
    const address = `${baseUrl}/xrpc/${method}?${query.toString()}`;
    const reply = await breaker
      .attempt(() => exchange(address, signal))
      .catch((cause: unknown) => {
        if (!(cause instanceof HostUnavailableError)) throw cause;
        throw new BlueskyError('transient', cause.message, { cause: cause.cause, timedOut: cause.timedOut });
      });
    if (!reply) throw new BlueskyError('transient', 'Bluesky gets no calls after repeated failures');
    const body = parseJson(reply.text);
    if (reply.status >= 400) {
      const error = toError(reply, body);
      if (error.kind === 'permanent') onAnswer?.({ path: method, parameters, status: reply.status, body });
      throw error;
    }
    if (body === undefined) throw new BlueskyError('transient', 'Bluesky returned invalid JSON');
    onAnswer?.({ path: method, parameters, status: reply.status, body });
    return body;
  };
}

const ErrorBody = z.object({ error: z.string().optional(), message: z.string().optional() });

/** Errors have a name and a message: https://atproto.com/specs/xrpc. Limits state when they end, in Unix seconds. */
export function toError({ status, headers }: Pick<Reply, 'status' | 'headers'>, body: unknown): BlueskyError {
  const { error, message } = ErrorBody.safeParse(body).data ?? {};
  const text = message ?? error ?? `Bluesky returned ${status}`;
  if (status === 429)
    return new BlueskyError('throttle-app', text, { code: status, retryAfterSeconds: toWait(headers) });
  return new BlueskyError(status >= 500 ? 'transient' : 'permanent', text, { code: status, reason: error ?? null });
}

function toWait(headers: Reply['headers']): number | undefined {
  const after = Number(headers['retry-after']);
  if (Number.isFinite(after)) return Math.max(0, after);
  const [reset, now] = [Number(headers['ratelimit-reset']), Date.parse(String(headers['date']))];
  return Number.isFinite(reset) && Number.isFinite(now) ? Math.max(0, reset - now / 1000) : undefined;
}
