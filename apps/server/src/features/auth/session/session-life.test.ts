import { endSession } from '@tidemark/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openHttpBrowser, type HttpBrowser } from '../../../../test/http-browser.ts';
import { startTestApp, type TestApp } from '../../../../test/start-test-app.ts';
import { createVault } from '../../../platform/secrets.ts';
import { createSessionStore } from './session-store.ts';

const maya = 'maya@sandbox.test';
const minute = 60_000;
const encryptionKeys = `test:${Buffer.alloc(32, 9).toString('base64')}`;
let offset = 0;
let app: TestApp;
beforeAll(async () => {
  const clock = () => new Date(Date.now() + offset);
  app = await startTestApp({ work: false, encryptionKeys, sandboxOptions: { clock: undefined }, clock });
});
afterAll(() => app.close());

const fault = (rules: unknown[]) => app.control('faults', { method: 'POST', body: JSON.stringify({ rules }) });
async function apiStatus(token: string): Promise<number> {
  const answer = await fetch(`${app.url}/api/v1/account/list`, { headers: { authorization: `Bearer ${token}` } });
  await answer.body?.cancel();
  return answer.status;
}
async function signedIn(email = maya): Promise<HttpBrowser> {
  const browser = openHttpBrowser(app);
  await browser.signIn(email);
  return browser;
}

describe('a session', () => {
  it('gives every tab the same token without asking the provider', async () => {
    const browser = await signedIn();
    await fault([{ fault: 'idp-down' }]);

    const tokens = [await browser.getToken(), await browser.getToken()];
    await fault([]);

    expect(tokens[0]).toBe(tokens[1]);
  });

  it("names an open session's user for the page frame, unless the user is disabled", async () => {
    const store = createSessionStore({
      db: app.db,
      vault: createVault(encryptionKeys),
      clock: () => new Date(),
      idleHours: 24,
      maxHours: 240,
    });
    const browser = await signedIn();
    const cookie = browser.getCookie()?.[1] ?? '';
    const disable = (disabledAt: Date | null) =>
      app.db.updateTable('app_user').set({ disabled_at: disabledAt }).where('email', '=', maya).execute();

    const [own, guessed] = [await store.findUser(cookie), await store.findUser('guessed')];
    await disable(new Date());
    const whileDisabled = await store.findUser(cookie);
    await disable(null);
    await browser.call('/session/end', {});

    expect(own).toMatchObject({ userId: expect.stringMatching(/^[0-9a-f-]{36}$/), role: 'user' });
    expect([guessed, whileDisabled, await store.findUser(cookie)]).toEqual([null, null, null]);
  });

  it('renews its tokens before they expire, along with its cookie', async () => {
    const browser = await signedIn();
    const [token, cookie] = [await browser.getToken(), browser.getCookie()?.[1]];
    offset += 14 * minute;

    const renewed = await browser.getToken();

    expect(renewed).not.toBe(token);
    expect(browser.getCookie()?.[1]).not.toBe(cookie);
    expect(await apiStatus(renewed)).toBe(200);
    expect(await browser.getToken()).toBe(renewed);
    offset = 0;
  });

  it('replaces a rejected token once', async () => {
    const browser = await signedIn();
    const token = await browser.getToken();
    offset += minute;

    const replaced = await browser.getToken(token);

    expect(replaced).not.toBe(token);
    expect(await browser.getToken(token)).toBe(replaced);
    expect(await browser.getToken(replaced)).toBe(replaced);
    offset = 0;
  });

  it('renews once when many tabs ask concurrently', async () => {
    const browser = await signedIn();
    const token = await browser.getToken();
    const tabs = Array.from({ length: 8 }, () => openHttpBrowser(app, new Map(browser.jar)));
    offset += 14 * minute;

    const renewed = await Promise.all(tabs.map((tab) => tab.getToken()));

    expect(new Set(renewed).size).toBe(1);
    expect(renewed[0]).not.toBe(token);
    // The tabs share one jar: the tab that got the new cookie has it for all.
    const rotated = tabs.filter((tab) => tab.getCookie()?.[1] !== browser.getCookie()?.[1]);
    expect(rotated).toHaveLength(1);
    expect(await rotated[0]?.getToken()).toBe(renewed[0]);
    offset = 0;
  });

  it('accepts the old cookie after a rotation until the new cookie has been used for a minute', async () => {
    const browser = await signedIn();
    const before = openHttpBrowser(app, new Map(browser.jar));
    offset += 14 * minute;
    await browser.getToken();
    // Same as if the response with the new cookie had been lost.
    expect(await openHttpBrowser(app, new Map(before.jar)).tokenStatus()).toBe(200);

    await browser.getToken();
    const within = await before.tokenStatus();
    offset += 2 * minute;
    const after = await before.tokenStatus();

    expect([within, after]).toEqual([200, 401]);
    offset = 0;
  });

  it('ends after inactivity, and always after its maximum time', async () => {
    const options = { db: app.db, vault: createVault(encryptionKeys), clock: () => new Date(Date.now() + offset) };
    const store = createSessionStore({ ...options, idleHours: 24, maxHours: 72 });
    const { user } = await (await app.as(maya)).load();
    const tokens = {
      accessToken: 'a',
      expiresInSeconds: 60,
      refreshToken: null,
      idToken: null,
      claims: null,
      signedInAt: null,
    };
    const [{ cookie: idle }, { cookie: busy }] = [
      await store.open(user._id, tokens),
      await store.open(user._id, tokens),
    ];
    const findAfter = async (cookie: string, hours: number) => {
      offset = hours * 60 * minute;
      return (await store.find(cookie)) !== null;
    };

    const used = [await findAfter(busy, 23), await findAfter(busy, 46), await findAfter(busy, 69)];
    const [unused, atTheEnd] = [await findAfter(idle, 25), await findAfter(busy, 73)];
    offset = 0;

    expect(used).toEqual([true, true, true]);
    expect([unused, atTheEnd]).toEqual([false, false]);
  });

  it('outlasts an outage of the provider', async () => {
    const browser = await signedIn();
    const token = await browser.getToken();
    await fault([{ fault: 'idp-down', match: { path: '/oidc/token' } }]);
    offset += 14 * minute;
    const during = await browser.getToken();
    offset += 1.5 * minute;
    const afterExpiry = await browser.call('/session/token', {});
    await fault([]);

    const recovered = await browser.getToken();

    expect(during).toBe(token);
    expect(afterExpiry.status).toBe(503);
    expect(await afterExpiry.json()).toMatchObject({ error: { code: 'idp_unavailable' } });
    expect(recovered).not.toBe(token);
    offset = 0;
  });

  it('ends when the provider ends the sign-in', async () => {
    const browser = await signedIn('cal@sandbox.test');
    const row = await app.db
      .selectFrom('session')
      .selectAll()
      .orderBy('created_at', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    const refreshToken = createVault(encryptionKeys).decrypt(
      row.refresh_token_encrypted ?? '',
      `session|${row.session_id}|refresh_token`,
    );
    const body = new URLSearchParams({ token: refreshToken, client_id: 'tidemark-web' });
    expect((await fetch(`${app.sandbox.url}/oidc/revoke`, { method: 'POST', body })).status).toBe(200);
    offset += 14 * minute;

    const status = await browser.tokenStatus();

    expect(status).toBe(401);
    offset = 0;
    expect(await browser.tokenStatus()).toBe(401);
  });
});

describe('logging out', () => {
  it('ends the session, its access token and the provider’s session', async () => {
    const browser = await signedIn();
    const [token, stolen] = [await browser.getToken(), openHttpBrowser(app, new Map(browser.jar))];

    const { redirectTo } = endSession.response.parse(await (await browser.call('/session/end', {})).json());

    const { origin, pathname, searchParams } = new URL(redirectTo);
    expect(origin + pathname).toBe(`${app.sandbox.url}/oidc/logout`);
    expect(searchParams.get('post_logout_redirect_uri')).toBe(`${app.url}/`);
    expect(searchParams.get('id_token_hint')).toMatch(/^eyJ/);
    expect(browser.getCookie()).toBeUndefined();
    expect(await stolen.tokenStatus()).toBe(401);
    expect(await apiStatus(token)).toBe(401);
  });

  it('clears cached pictures in the browser, but nothing other tabs or sites need', async () => {
    const answer = await (await signedIn()).call('/session/end', {});

    expect(answer.headers.get('clear-site-data')).toBe('"cache"');
  });

  it('keeps the user’s other sessions unless asked to end all', async () => {
    const [first, second, third, other] = [
      await signedIn(),
      await signedIn(),
      await signedIn(),
      await signedIn('cal@sandbox.test'),
    ];
    const tokens = await Promise.all([second, third].map((browser) => browser.getToken()));

    await first.call('/session/end', {});
    expect(await second.tokenStatus()).toBe(200);
    await second.call('/session/end', { everywhere: true });

    expect(await third.tokenStatus()).toBe(401);
    expect(await Promise.all(tokens.map(apiStatus))).toEqual([401, 401]);
    const next = await third.visit(`${app.url}/api/v1/session/sign-in`);
    expect(new URL(next.headers.get('location') ?? '').searchParams.get('prompt')).toBe('login');
    expect(await other.tokenStatus()).toBe(200);
  });

  it('succeeds without a session', async () => {
    const answer = await openHttpBrowser(app).call('/session/end', {});

    expect(answer.status).toBe(200);
    expect(endSession.response.parse(await answer.json()).redirectTo).toContain('/oidc/logout');
  });
});

describe('a confidential client', () => {
  it.each(['client_secret_basic', 'client_secret_post'])('signs in and renews with its secret: %s', async (method) => {
    const time = { offset: 0 };
    const own = await startTestApp({
      work: false,
      clock: () => new Date(Date.now() + time.offset),
      sandboxOptions: { clock: undefined },
      environment: {
        OIDC_CLIENT_ID: 'tidemark-confidential',
        OIDC_CLIENT_SECRET: 'sandbox-client-secret-of-tidemark',
        OIDC_CLIENT_AUTHENTICATION: method,
      },
    });
    const browser = openHttpBrowser(own);

    await browser.signIn(maya);
    const token = await browser.getToken();
    time.offset = 14 * minute;
    const renewed = await browser.getToken();

    expect(renewed).not.toBe(token);
    await own.close();
  });
});
