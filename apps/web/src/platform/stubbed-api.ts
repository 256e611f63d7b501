import { failures, figuresPath, runBatch, type FailureCode } from '@tidemark/contract';
import { vi } from 'vitest';
import type { ApiCall } from './batch.ts';
import { provideSession } from './session/session.ts';

/** A stubbed response: data, an API error by its code, a response from a proxy, or no network. */
type Reply = object | { refuse: FailureCode } | 'offline';
type Replies = Record<string, Reply | ((body: unknown) => Reply | Promise<Reply>)>;

export interface StubbedApi {
  /** Every call so far as `METHOD /path`, in order. */
  calls: string[];
  bodies: unknown[];
  replies: Replies;
}

/** Replaces the network in tests; everything on our side of it is real. */
export function stubApi(replies: Replies): StubbedApi {
  const api: StubbedApi = { calls: [], bodies: [], replies };
  provideSession({
    accessToken: () => 'token',
    renew: () => Promise.reject(new Error('no')),
    confirm: async () => false,
    leave: () => {},
  });
  stubFetch(async (method, path, body) => {
    const name = `${method} ${path.replace(/\?.*/, '')}`;
    api.calls.push(name);
    api.bodies.push(body);
    const known = api.replies[name] ?? { refuse: 'not_found' };
    return toResponse(typeof known === 'function' ? await known(body) : known);
  });
  return api;
}

/** Replaces the network in tests by a function that receives the method, the path below the API, and the body. */
export function stubFetch(
  reply: (method: string, path: string, body: unknown, signal?: AbortSignal | null) => Promise<Response>,
): void {
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    const path = address.replace('/api/v1', '').replace(figuresPath.page, figuresPath.documented);
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined;
    if (path !== runBatch.path) return reply(String(init.method), path, body, init.signal);
    return toBatch(toCalls(body).map((one) => () => reply(one.method, one.path, one.body)));
  });
}

/** Returns the response to a batch, with each call answered as if sent alone; without those that fail. */
function toBatch(calls: (() => Promise<Response>)[]): Response {
  const encoder = new TextEncoder();
  const lines = new ReadableStream<Uint8Array>({
    async start(stream) {
      await Promise.allSettled(
        calls.map(async (run, call) => {
          const response = await run();
          const line = JSON.stringify({ call, status: response.status, body: await response.json() });
          stream.enqueue(encoder.encode(`\u001e${line}\n`));
        }),
      );
      stream.close();
    },
  });
  return new Response(lines);
}

// `batch.ts` sends them.
function toCalls(body: unknown): ApiCall[] {
  return (body as { calls: ApiCall[] }).calls;
}

function toResponse(reply: Reply): Response {
  if (reply === 'offline') throw new TypeError('Failed to fetch');
  if (reply instanceof Response) return reply;
  if (!('refuse' in reply)) return Response.json(reply);
  const { refuse } = reply;
  const { status, message } = failures[refuse];
  return Response.json({ success: false, message, error: { code: refuse, message, requestId: 'r' } }, { status });
}
