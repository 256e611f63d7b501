import { randomBytes } from 'node:crypto';
import {
  deleteUser,
  endSession,
  getSessionToken,
  listAccounts,
  liveTiming,
  sessionHeader,
  startPage,
  updateProfile,
} from '@tidemark/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openHttpBrowser, type HttpBrowser } from '../../../../test/http-browser.ts';
import { listenLive } from '../../../../test/live-stream.ts';
import { startTestApp, type TestApp } from '../../../../test/start-test-app.ts';
import { createTestClient } from '../../../../test/test-client.ts';

const maya = 'maya@sandbox.test';
let app: TestApp;
beforeAll(async () => (app = await startTestApp({ work: false })));
afterAll(() => app.close());

const fault = (rules: unknown[]) => app.control('faults', { method: 'POST', body: JSON.stringify({ rules }) });
async function signedIn(email = maya): Promise<HttpBrowser> {
  const browser = openHttpBrowser(app);
  await browser.signIn(email);
  return browser;
}

describe('signing in', () => {
  it('exchanges the code on the server and gives the page a working access token', async () => {
    const browser = openHttpBrowser(app);

    const arrived = await browser.signIn(maya, '/roadmap?showRequested=true');
    const client = createTestClient(app.url, await browser.getToken());

    expect(arrived).toBe(`${app.url}/roadmap?showRequested=true`);
    expect((await client.load()).user.email).toBe(maya);
  });

  it('returns to the login route without a requested page', async () => {
    expect(await openHttpBrowser(app).signIn(maya)).toBe(`${app.url}/login`);
    expect(await openHttpBrowser(app).signIn(maya, '/logout')).toBe(`${app.url}/login`);
  });

  it('sets a cookie that scripts cannot read and other sites do not send', async () => {
    const browser = openHttpBrowser(app);
    const callback = await browser.signInUntilCode(maya);

    const answer = await browser.visit(callback.replace('/login?', '/api/v1/session/callback?'));
    const cookie = answer.headers.getSetCookie().find((line) => line.startsWith('tidemark_session_'));

    expect(cookie).toMatch(/=[\w-]{43}; Max-Age=(2592000|2591999); Path=\/; HttpOnly; SameSite=Lax$/);
  });

  it('stores neither the cookie nor a token in plain text', async () => {
    const browser = await signedIn();
    const token = await browser.getToken();

    const rows = JSON.stringify(await app.db.selectFrom('session').selectAll().execute());

    expect(rows).not.toContain(browser.getCookie()?.[1]);
    expect(rows).not.toContain(token);
    // A JWT: header and payload begin with {" in base64. Ciphertext may do so by chance, but not twice.
    expect(rows).not.toMatch(/eyJ[\w-]{10,}\.eyJ/);
  });

  it.each([
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '\\evil.example',
    '/a\\b',
    '/\t/evil.example',
    'profile',
    '',
  ])('71: never returns to %j', async (returnTo) => {
    const query = new URLSearchParams({ returnTo }).toString();

    const answer = await openHttpBrowser(app).visit(`${app.url}/api/v1/session/sign-in?${query}`);

    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ error: { code: 'invalid_input' } });
  });

  it('works in several tabs concurrently', async () => {
    const browser = openHttpBrowser(app);
    const first = await browser.signInUntilCode(maya, '/profile');
    const second = await browser.signInUntilCode(maya, '/roadmap');

    expect(await browser.walk(first)).toBe(`${app.url}/profile`);
    expect(await browser.walk(second)).toBe(`${app.url}/roadmap`);
    expect(await browser.tokenStatus()).toBe(200);
  });

  it("shows the provider's reason for a refusal", async () => {
    const browser = openHttpBrowser(app);
    const callback = new URL(await browser.signInUntilCode(maya));
    callback.searchParams.delete('code');
    callback.searchParams.set('error', 'access_denied');
    callback.searchParams.set('error_description', 'not on the list');

    const arrived = await browser.walk(callback.href);

    expect(arrived).toBe(`${app.url}/profile?signIn=failed`);
    expect(browser.readFailure()).toBe('The identity provider answered access_denied: not on the list.');
    expect(await browser.tokenStatus()).toBe(401);
  });

  it('works within the second in which the user was deleted', async () => {
    const email = 'theo@sandbox.test';
    const browser = await signedIn(email);
    const earlier = createTestClient(app.url, await browser.getToken());
    await earlier.call(deleteUser, { body: { confirm: 'DELETE' } });
    // Token times have a resolution of one second.
    const deletedAt = new Date(Math.floor(Date.now() / 1000) * 1000 + 2_999);
    await app.db.updateTable('deleted_identity').set({ deleted_at: deletedAt }).execute();

    const arrived = await browser.signIn(email);
    const client = createTestClient(app.url, await browser.getToken());

    expect(arrived).toBe(`${app.url}/login`);
    expect((await client.load()).user.email).toBe(email);
  });

  it('names the claim that makes the access token invalid', async () => {
    await fault([{ fault: 'idp-wrong-audience' }]);
    const browser = openHttpBrowser(app);

    const arrived = await browser.signIn(maya);
    await fault([]);

    expect(arrived).toBe(`${app.url}/profile?signIn=failed`);
    expect(browser.readFailure()).toContain('aud is "urn:somebody-else", expected urn:tidemark:api (OIDC_AUDIENCE)');
    expect(await browser.tokenStatus()).toBe(401);
  });
});

describe('attacks on sessions', () => {
  it('113: a callback cannot be replayed', async () => {
    const browser = openHttpBrowser(app);
    const callback = await browser.signInUntilCode(maya);
    const beforehand = new Map(browser.jar);
    await browser.walk(callback);

    const victim = openHttpBrowser(app);
    const thief = openHttpBrowser(app, beforehand);

    expect(await browser.walk(callback)).toBe(`${app.url}/login`);
    expect(await victim.walk(callback)).toBe(`${app.url}/profile?signIn=failed`);
    expect(await thief.walk(callback)).toBe(`${app.url}/profile?signIn=failed`);
    expect([await victim.tokenStatus(), await thief.tokenStatus()]).toEqual([401, 401]);
  });

  it('113: the answer to one browser’s sign-in is worth nothing in another', async () => {
    const attacker = openHttpBrowser(app);
    const victim = openHttpBrowser(app);
    const theirs = await attacker.signInUntilCode('cal@sandbox.test');
    await victim.signInUntilCode(maya);

    expect(await victim.walk(theirs)).toBe(`${app.url}/profile?signIn=failed`);
    expect(victim.readFailure()).toContain('was started in another browser');
    expect(await victim.tokenStatus()).toBe(401);
  });

  it('114: a cookie from before the sign-in is not kept', async () => {
    const known = await signedIn();
    const [name = '', planted = ''] = known.getCookie() ?? [];
    const victim = openHttpBrowser(app, new Map([[name, planted]]));

    await victim.signIn('cal@sandbox.test');

    expect(victim.getCookie()?.[1]).not.toBe(planted);
    expect(await known.tokenStatus()).toBe(401);
    const madeUp = openHttpBrowser(app, new Map([[name, 'a'.repeat(43)]]));
    expect(await madeUp.tokenStatus()).toBe(401);
  });

  it.each([
    ['without our header', { 'x-tidemark-session': '' }],
    ['from another origin', { origin: 'https://evil.example' }],
    ['from a sandboxed frame', { origin: 'null' }],
    ['from another port', { origin: 'http://localhost:1' }],
    ['that the browser calls cross-site', { 'sec-fetch-site': 'cross-site' }],
    ['that the browser calls same-site', { 'sec-fetch-site': 'same-site' }],
  ])('115: session calls %s are rejected', async (_, headers) => {
    const browser = await signedIn();

    for (const { path } of [startPage, getSessionToken, endSession]) {
      const answer = await browser.call(path, {}, headers);
      expect(answer.status).toBe(403);
      expect(await answer.json()).toMatchObject({ error: { code: 'cross_site_request' } });
    }
    expect(await browser.tokenStatus()).toBe(200);
  });

  it('116: the session’s cookie alone gives no access to other calls', async () => {
    const browser = await signedIn();

    expect((await browser.visit(`${app.url}/api/v1/account/list`)).status).toBe(401);
  });
});

describe('data for the first page', () => {
  it('contains the token, the user and their accounts, as in their own calls', async () => {
    const browser = await signedIn();

    const answer = await browser.call('/session/page', {});
    const { accessToken, page } = startPage.response.parse(await answer.json());
    const client = createTestClient(app.url, accessToken);

    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(page?.user.user.email).toBe(maya);
    expect(page?.user).toEqual(await client.load());
    expect(page?.accounts).toEqual((await client.call(listAccounts, {})).accounts);
  });

  it("contains a live token that opens the user's stream; none after too many, but still the page", async () => {
    const browser = await signedIn('cal@sandbox.test');
    const open = async () => startPage.response.parse(await (await browser.call('/session/page', {})).json());
    const { liveToken, page } = await open();

    const stream = await listenLive(app, liveToken ?? '');
    await stream.until(() => stream.events.some(({ type }) => type === 'ping'));
    await stream.close();
    expect(stream.events).toMatchObject([{ type: 'ping', missedNothing: true }]);
    const expiresAt = new Date(Date.now() + liveTiming.tokenSeconds * 1000);
    const tokens = Array.from({ length: 600 }, () => ({
      token_hash: randomBytes(32),
      user_id: page?.user.user._id ?? '',
    }));
    await app.db
      .insertInto('live_token')
      .values(tokens.map((token) => ({ ...token, member_id: null, expires_at: expiresAt })))
      .execute();

    expect(await open()).toMatchObject({ liveToken: null, page: { user: { user: { email: 'cal@sandbox.test' } } } });
  });

  it('is followed by a stream that does not claim to have missed nothing if the user has changed since', async () => {
    const browser = await signedIn('theo@sandbox.test');
    const { liveToken, accessToken } = startPage.response.parse(await (await browser.call('/session/page', {})).json());
    await createTestClient(app.url, accessToken).call(updateProfile, { body: { name: 'Theo again' } });

    const stream = await listenLive(app, liveToken ?? '');
    await stream.until(() => stream.events.some(({ type }) => type === 'ping'));
    await stream.close();

    expect(stream.events[0]).not.toHaveProperty('missedNothing');
  });

  it('contains nothing about a disabled user', async () => {
    const browser = await signedIn('nadia@sandbox.test');
    const { user } = await createTestClient(app.url, await browser.getToken()).load();
    await app.db.updateTable('app_user').set({ disabled_at: new Date() }).where('user_id', '=', user._id).execute();

    const answer = await browser.call('/session/page', {});

    expect(startPage.response.parse(await answer.json())).toMatchObject({ page: null, liveToken: null });
  });

  it('is withheld without a session and from other sites', async () => {
    const browser = await signedIn();

    expect((await openHttpBrowser(app).call('/session/page', {})).status).toBe(401);
    expect((await browser.call('/session/page', {}, { origin: 'https://evil.example' })).status).toBe(403);
    expect((await browser.call('/session/page', {}, { [sessionHeader]: '' })).status).toBe(403);
  });
});
