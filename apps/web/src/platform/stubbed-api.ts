import { failures, type FailureCode } from '@tidemark/contract';
import { vi } from 'vitest';
import { provideSession } from './session/session.ts';

/** A stubbed response: data, an API error by its code, a response from a proxy, or no network. */
type Reply = object | { refuse: FailureCode } | 'offline';
type Replies = Record<string, Reply | ((body: unknown) => Reply | Promise<Reply>)>;

export interface StubbedApi {
  /** `METHOD /path` of every call so far, in order. */
  calls: string[];
  bodies: unknown[];
  replies: Replies;
}

/** For tests: replaces the network; everything on our side of it is real. */
export function stubApi(replies: Replies): StubbedApi {
  const api: StubbedApi = { calls: [], bodies: [], replies };
  provideSession({
    accessToken: () => 'token',
    renew: () => Promise.reject(new Error('no')),
    leave: () => {},
  });
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    const name = `${init.method} ${address.replace('/api/v1', '').replace(/\?.*/, '')}`;
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined;
    api.calls.push(name);
    api.bodies.push(body);
    const known = api.replies[name] ?? { refuse: 'not_found' };
    return toResponse(typeof known === 'function' ? await known(body) : known);
  });
  return api;
}

function toResponse(reply: Reply): Response {
  if (reply === 'offline') throw new TypeError('Failed to fetch');
  if (reply instanceof Response) return reply;
  if (!('refuse' in reply)) return Response.json(reply);
  const { refuse } = reply;
  const { status, message } = failures[refuse];
  return Response.json({ success: false, message, error: { code: refuse, message, requestId: 'r' } }, { status });
}
