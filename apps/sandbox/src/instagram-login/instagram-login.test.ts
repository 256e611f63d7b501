import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startSandbox, type Sandbox } from '../start-sandbox.ts';

const appUrl = 'http://localhost:4100';
const redirectUri = `${appUrl}/connect/instagram`;
let sandbox: Sandbox;
let now = Date.parse('2026-11-21T15:00:00Z');
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, appOrigins: [appUrl], clock: () => new Date(now) });
});
afterAll(() => sandbox.close());

const Answer = z.looseObject({
  access_token: z.string().optional(),
  expires_in: z.number().optional(),
  code: z.union([z.string(), z.number()]).optional(),
  error_message: z.string().optional(),
  error: z
    .looseObject({ code: z.number().optional(), error_subcode: z.number().optional(), message: z.string() })
    .optional(),
});

async function ask(path: string, init?: RequestInit) {
  const answer = await fetch(`${sandbox.url}${path}`, init);
  const text = await answer.text();
  return { status: answer.status, text, json: Answer.parse(JSON.parse(text)) };
}

const lever = (path: string, body: object) =>
  ask(`/_sandbox/instagram/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

async function getCode(username = 'okafor.prints', choice: object = {}) {
  return String((await lever('code', { username, redirectUri, ...choice })).json.code);
}

const exchange = (code: string, changed: Record<string, string> = {}) =>
  ask('/instagram-api/oauth/access_token', {
    method: 'POST',
    body: new URLSearchParams({
      client_id: sandbox.environment['INSTAGRAM_APP_ID'] ?? '',
      client_secret: sandbox.environment['INSTAGRAM_APP_SECRET'] ?? '',
      grant_type: 'authorization_code',
      redirect_uri: redirectUri,
      code,
      ...changed,
    }),
  });

const toLongLived = (token: string, secret = sandbox.environment['INSTAGRAM_APP_SECRET'] ?? '') =>
  ask(`/instagram-graph/access_token?grant_type=ig_exchange_token&client_secret=${secret}&access_token=${token}`);
const refresh = (token: string) =>
  ask(`/instagram-graph/refresh_access_token?grant_type=ig_refresh_token&access_token=${token}`);
const read = (path: string, token: string) =>
  ask(`/instagram-graph/v25.0/${path}`, { headers: { authorization: `Bearer ${token}` } });

async function login(username = 'okafor.prints', choice: object = {}): Promise<string> {
  const short = (await exchange(await getCode(username, choice))).json.access_token ?? '';
  return (await toLongLived(short)).json.access_token ?? '';
}

describe('the code exchange', () => {
  it('accepts a code once, with the same redirect URI and the app’s secret', async () => {
    const code = await getCode();

    const wrong = [
      await exchange(code, { redirect_uri: `${appUrl}/elsewhere` }),
      await exchange(code, { client_secret: sandbox.environment['META_APP_SECRET'] ?? '' }),
      await exchange(code, { client_id: sandbox.environment['META_APP_ID'] ?? '' }),
    ];
    const first = await exchange(code);
    const second = await exchange(code);

    expect(wrong.map(({ status }) => status)).toEqual([400, 400, 400]);
    expect(first.status).toBe(200);
    expect(first.text).toMatch(/"user_id":26\d{15},/);
    expect(second.json.error_message).toMatch(/has been used/);
  });

  it('refuses an unknown app before the code, and says nothing about the secret with a made-up code', async () => {
    const otherSecret = { client_secret: sandbox.environment['META_APP_SECRET'] ?? '' };
    const say = async (code: string, changed = {}) => (await exchange(code, changed)).json.error_message;

    const [unknownApp, madeUp, withOtherSecret, realCode] = [
      await say('made-up', { client_id: sandbox.environment['META_APP_ID'] ?? '' }),
      await say('made-up'),
      await say('made-up', otherSecret),
      await say(await getCode(), otherSecret),
    ];

    expect(unknownApp).toBe('Invalid platform app');
    expect([madeUp, withOtherSecret]).toEqual(['Invalid authorization code', 'Invalid authorization code']);
    expect(realCode).toMatch(/redirect_uri is identical/);
  });

  it('checks the secret when a token is exchanged for a longer one, if the token is real', async () => {
    const short = (await exchange(await getCode())).json.access_token ?? '';

    const [madeUp, real] = [await toLongLived('IGAAmade-up', 'wrong'), await toLongLived(short, 'wrong')];

    expect(madeUp.json.error).toMatchObject({ code: 190 });
    expect(real.json.error).toMatchObject({ code: 100, message: 'Error validating client secret.' });
  });

  it('sends a browser back with the state, and with an error after a refusal', async () => {
    const query = new URLSearchParams({
      client_id: sandbox.environment['INSTAGRAM_APP_ID'] ?? '',
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: 'instagram_business_basic,instagram_business_manage_insights',
      state: 'kept',
      as: 'theo@sandbox.test',
    });
    const address = `${sandbox.url}/instagram-www/oauth/authorize`;

    const page = await (await fetch(`${address}?${query.toString()}`)).text();
    const [, account = ''] = /name="account" value="(\d+)"/.exec(page) ?? [];
    const answer = async (given: string) => {
      const body = new URLSearchParams({
        answer: given,
        account,
        email: 'theo@sandbox.test',
        redirectUri,
        state: 'kept',
      });
      const reply = await fetch(address, { method: 'POST', body, redirect: 'manual' });
      return new URL(reply.headers.get('location') ?? '');
    };
    const [allowed, refused] = [await answer('allow'), await answer('cancel')];

    expect(page).toContain('@okafor.prints');
    expect([allowed.searchParams.get('state'), allowed.hash]).toEqual(['kept', '#_']);
    expect(allowed.searchParams.get('code')).toBeTruthy();
    expect(refused.searchParams.get('error')).toBe('access_denied');
    for (const [name, value] of [
      ['scope', 'instagram_basic'],
      ['redirect_uri', `${appUrl}/connect`],
      ['client_id', sandbox.environment['META_APP_ID'] ?? ''],
    ] as const) {
      const wrong = new URLSearchParams(query);
      wrong.set(name, value);
      expect((await fetch(`${address}?${wrong.toString()}`)).status, name).toBe(400);
    }
  });
});

describe('a token', () => {
  it('lasts for an hour until it is exchanged, and for 60 days from then on', async () => {
    const short = (await exchange(await getCode())).json.access_token ?? '';
    const long = await toLongLived(short);
    now += 2 * 3_600_000;

    expect(long.json.expires_in).toBe(5_183_944);
    expect((await toLongLived(short)).json.error).toMatchObject({ code: 190, error_subcode: 463 });
    expect((await read('me?fields=user_id', long.json.access_token ?? '')).status).toBe(200);
    expect((await toLongLived(long.json.access_token ?? '')).status).toBe(400);
  });

  it('is refreshed after a day, and not before', async () => {
    const token = await login();

    const early = await refresh(token);
    now += 25 * 3_600_000;
    const refreshed = await refresh(token);
    now += 59.5 * 86_400_000;

    expect(early.json.error?.message).toMatch(/Unsupported request/);
    expect(refreshed.status).toBe(200);
    expect((await refresh(token)).json.error).toMatchObject({ error_subcode: 463 });
    expect((await read('me?fields=user_id', refreshed.json.access_token ?? '')).status).toBe(200);
  });

  it('is accepted on its own host only, without a proof, with the version', async () => {
    const token = await login();
    const headers = { authorization: `Bearer ${token}` };

    const elsewhere = await ask('/graph/v25.0/me', { headers });
    const proved = await read('me?fields=user_id&appsecret_proof=00', token);
    const unversioned = await ask('/instagram-graph/me?fields=user_id', { headers });
    const batch = await ask('/instagram-graph/', {
      method: 'POST',
      body: new URLSearchParams({ batch: '[{"relative_url":"v25.0/me"}]', access_token: token }),
    });

    expect([elsewhere, proved, unversioned, batch].map(({ status }) => status)).toEqual([400, 400, 400, 400]);
    expect(elsewhere.json.error).toMatchObject({ code: 190 });
  });

  it('reaches one account, without what needs a page', async () => {
    const token = await login();
    const me = await read('me?fields=id,user_id,username,account_type', token);
    const { user_id: userId, id } = z.object({ user_id: z.string(), id: z.string() }).parse(JSON.parse(me.text));
    const { id: mediaId = '' } =
      z
        .object({ data: z.array(z.object({ id: z.string() })) })
        .parse(JSON.parse((await read(`${userId}/media?limit=1`, token)).text)).data[0] ?? {};

    expect(id).not.toBe(userId);
    for (const path of [
      `${userId}?fields=business_discovery.username(fjordlys.kitchen){id}`,
      `${userId}/collaborative_media`,
      `${mediaId}?fields=collaborators{username}`,
      `${mediaId}/insights?metric=total_likes`,
      'me/accounts',
      '17841401100200301',
    ])
      expect((await read(path, token)).status, path).toBe(400);
    expect((await read(`${mediaId}/insights?metric=likes,views`, token)).status).toBe(200);
  });

  it('reads nothing of accounts that are personal, restricted or were converted meanwhile', async () => {
    const personal = await login('theo.off.duty');
    const restricted = await login('okafor.after.dark');
    const token = await login();
    const insights = 'me/insights?metric=reach&period=day&metric_type=total_value';
    await lever('convert', { username: 'okafor.prints', type: 'personal' });

    expect((await read('me?fields=account_type', personal)).text).toContain('PERSONAL');
    expect((await read('me?fields=user_id', restricted)).json.error).toMatchObject({ code: 10 });
    expect((await read(insights, token)).json.error).toMatchObject({ code: 10 });
    await lever('convert', { username: 'okafor.prints', type: 'creator' });
    expect((await read(insights, token)).status).toBe(200);
  });

  it('ends with the given reason, and without a permission that was withdrawn', async () => {
    const token = await login();
    await lever('decline', { username: 'okafor.prints', scope: 'instagram_business_manage_insights' });

    const declined = await read('me/insights?metric=reach&period=day&metric_type=total_value', token);
    now += 1000;
    await lever('end', { username: 'okafor.prints', subcode: 460 });

    expect(declined.json.error).toMatchObject({ code: 10 });
    expect((await read('me?fields=user_id', token)).json.error).toMatchObject({ code: 190, error_subcode: 460 });
    now += 1000;
    expect((await read('me?fields=user_id', await login())).status).toBe(200);
  });
});

it('a fault of one host leaves the other alone', async () => {
  const token = await login();
  await ask('/_sandbox/faults', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ rules: [{ fault: 'service', match: { host: 'instagram' } }] }),
  });

  const [atInstagram, atFacebook] = [await read('me', token), await ask('/graph/v25.0/me')];

  expect(atInstagram.json.error?.code).toBe(2);
  expect(atFacebook.json.error?.code).toBe(104);
  await fetch(`${sandbox.url}/_sandbox/faults`, { method: 'DELETE' });
});
