import { createApiKey, getAccount, getMetricCard, listAccounts } from '@tidemark/contract';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { call } from './call.ts';
import type { CallError } from './failed-call.ts';
import { provideSession, type Session } from './session/session.ts';

function answering(...responses: Response[]) {
  const sent: [string, RequestInit][] = [];
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    sent.push([address, init]);
    const response = responses.shift() ?? Response.error();
    return Object.defineProperty(response, 'url', { value: address });
  });
  return sent;
}

function signedIn({
  renew = async () => 'new',
  confirm = async () => false,
}: Partial<Pick<Session, 'renew' | 'confirm'>> = {}) {
  const session = { accessToken: () => 'old', renew, confirm, leave: vi.fn() };
  provideSession(session);
  return session;
}

const refused = () => new Response('{}', { status: 401 });
const bearer = ([, init]: [string, RequestInit]) => new Headers(init.headers).get('authorization');

afterEach(() => {
  provideSession(undefined);
  vi.unstubAllGlobals();
});

it('sends the bearer token, the parameters and the query', async () => {
  signedIn();
  const sent = answering(Response.json({ account: {} }));

  await call(getAccount, { query: { accountId: '17841400000000001', type: 'instagram_account' } });

  expect(sent[0]?.[0]).toBe('/api/v1/account/get?accountId=17841400000000001&type=instagram_account');
  expect(sent.map(bearer)).toEqual(['Bearer old']);
});

it('fills the path, avoids content blockers, and sends JSON', async () => {
  signedIn();
  const sent = answering(Response.json({}));
  const body = { cStart: 'a', cEnd: 'b', pStart: 'c', pEnd: 'd', accountIds: ['1'] };

  await call(getMetricCard, { params: { metric: 'followers' }, body });

  expect(sent[0]?.[0]).toBe('/api/v1/figures/account/insight/followers');
  expect(sent[0]?.[1].body).toBe(JSON.stringify(body));
});

describe('unanswered request', () => {
  function failing(health: Response | null) {
    vi.stubGlobal('fetch', async (address: string) => {
      if (address === '/api/v1/health' && health) return health;
      throw new TypeError('Failed to fetch');
    });
  }

  it('explains the failure if the server is still reachable', async () => {
    signedIn();
    failing(Response.json({}));

    await expect(call(listAccounts)).rejects.toMatchObject({
      status: 0,
      serverMessage: expect.stringContaining('content blocker') as string,
    });
  });

  it.each([null, new Response('Bad Gateway', { status: 502 })])('stays as it is when it cannot', async (health) => {
    signedIn();
    failing(health);

    await expect(call(listAccounts)).rejects.toThrow(TypeError);
  });
});

describe('API error', () => {
  it("has the server's status, code, message and details", async () => {
    signedIn();
    const error = { code: 'account_limit_reached', message: 'No more.', details: { total: 3 }, requestId: 'r' };
    answering(Response.json({ success: false, message: 'No more.', error }, { status: 403 }));

    await expect(call(listAccounts)).rejects.toMatchObject({
      status: 403,
      code: 'account_limit_reached',
      message: 'No more.',
      details: { total: 3 },
    });
  });

  it('names the URL that returned a foreign response, and quotes it', async () => {
    signedIn();
    answering(
      new Response('<html>', { status: 502, statusText: 'Bad Gateway' }),
      new Response('', { status: 500 }),
      new Response('not json', { status: 200 }),
    );

    await expect(call(listAccounts)).rejects.toMatchObject({
      status: 502,
      message: '/api/v1/account/list answered with status 502, not with JSON',
    });
    await expect(call(listAccounts)).rejects.toMatchObject({
      message: '/api/v1/account/list answered with status 500, not with JSON',
    });
    await expect(call(listAccounts)).rejects.toMatchObject({
      status: 200,
      message: '/api/v1/account/list answered with status 200, not with JSON',
    });
  });
});

describe('rejected token', () => {
  it('renews the token silently, and repeats the call', async () => {
    signedIn();
    const sent = answering(refused(), Response.json({ accounts: [] }));

    await expect(call(listAccounts)).resolves.toEqual({ accounts: [] });
    expect(sent.map(bearer)).toEqual(['Bearer old', 'Bearer new']);
  });

  it('fails when renewal fails', async () => {
    signedIn({ renew: () => Promise.reject(new Error('revoked')) });
    answering(refused());

    await expect(call(listAccounts)).rejects.toThrow('Unauthorized: Token fetch failed');
  });

  it('ends the session of a user deleted elsewhere, before a new user is created', async () => {
    const { leave } = signedIn();
    const error = { code: 'user_deleted', message: 'This account was deleted.', requestId: 'r' };
    answering(Response.json({ success: false, message: error.message, error }, { status: 403 }));

    await expect(call(listAccounts)).rejects.toMatchObject({ code: 'user_deleted' });
    expect(leave).toHaveBeenCalledOnce();
  });

  it.each([
    [true, 200, 2],
    [false, 403, 1],
  ])('settles when it asks for a sign-in: %s', async (isConfirmed, status, times) => {
    signedIn({ confirm: async () => isConfirmed });
    const error = { code: 'sign_in_again', message: 'Sign in again first.', requestId: 'r' };
    const refusal = Response.json({ success: false, message: error.message, error }, { status: 403 });
    const sent = answering(refusal, Response.json({ key: 'tmk_1' }));
    const body = { name: 'Sheet', scopes: ['posts:read' as const], expiresInDays: 1 };

    const answer = await call(createApiKey, { body }).then(
      () => 200,
      (failure: CallError) => failure.status,
    );

    expect(answer).toBe(status);
    expect(sent.map(([, init]) => init.body)).toEqual(Array.from({ length: times }, () => JSON.stringify(body)));
  });

  it('sends no call without a session', async () => {
    const sent = answering();

    await expect(call(listAccounts)).rejects.toThrow('Unauthorized: Not authenticated');
    expect(sent).toEqual([]);
  });
});
