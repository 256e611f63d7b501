import {
  addRecipient,
  createApiKey,
  deleteUser,
  saveAlertWebhook,
  setUserDisabled,
  setUserRole,
  type Endpoint,
} from '@tidemark/contract';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openHttpBrowser, type HttpBrowser } from '../../../../test/http-browser.ts';
import { startTestApp, type TestApp } from '../../../../test/start-test-app.ts';
import { createTestClient } from '../../../../test/test-client.ts';

const maya = 'maya@sandbox.test';
const minute = 60_000;
const key = { name: 'Sheet', scopes: ['posts:read' as const], expiresInDays: 1 };
const again = { status: 403, code: 'sign_in_again' };

let app: TestApp;
const time = { offset: 0 };
beforeAll(async () => {
  app = await startTestApp({
    work: false,
    clock: () => new Date(Date.now() + time.offset),
    sandboxOptions: { clock: undefined },
  });
});
beforeEach(() => {
  time.offset = 0;
});
afterAll(() => app.close());

async function signIn(email: string, browser = openHttpBrowser(app)) {
  await browser.signIn(email);
  return { browser, client: await toClient(browser) };
}
const toClient = async (browser: HttpBrowser) => createTestClient(app.url, await browser.getToken());

/** Makes all sign-ins eleven minutes older. */
async function letTimePass() {
  await app.db
    .updateTable('session')
    .set({ signed_in_at: new Date(Date.now() - 11 * minute) })
    .execute();
}

it('rejects changes to account access ten minutes after the sign-in', async () => {
  const { client } = await signIn(maya);
  await letTimePass();

  await expect(client.call(createApiKey, { body: key })).rejects.toMatchObject(again);
  await expect(client.call(saveAlertWebhook, { body: { url: 'https://example.org/' } })).rejects.toMatchObject(again);
  await expect(
    client.call(addRecipient, { body: { address: 'eve@example.org', subscriptions: ['digest'] } }),
  ).rejects.toMatchObject(again);
  await expect(client.call(deleteUser, { body: { confirm: 'DELETE' } })).rejects.toMatchObject(again);
  expect(await statusOf(client.token, { method: 'GET', path: '/user/export' })).toBe(403);
  expect((await client.load()).user.email).toBe(maya);
});

async function statusOf(token: string, { method, path }: Pick<Endpoint, 'method' | 'path'>): Promise<number> {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${app.url}/api/v1${path}`, { method, headers });
  await answer.body?.cancel();
  return answer.status;
}

it('rejects an operator’s changes to users after ten minutes', async () => {
  const { client } = await signIn('olu@sandbox.test');
  const { user } = await (await app.as(maya)).load();
  const params = { userId: user._id };
  await letTimePass();

  await expect(client.call(setUserRole, { params, body: { role: 'system-admin' } })).rejects.toMatchObject(again);
  await expect(client.call(setUserDisabled, { params, body: { disabled: true } })).rejects.toMatchObject(again);
});

it('allows changes after another sign-in, for which the provider always prompts', async () => {
  const { browser } = await signIn(maya);
  await letTimePass();

  const silent = await browser.walk(`${app.url}/api/v1/session/sign-in?returnTo=/roadmap`);
  await letTimePass();
  const page = await browser.walk(`${app.url}/api/v1/session/sign-in?prompt=login&returnTo=/signed-in-again`);
  const body = new URLSearchParams({ email: maya });
  const arrived = await browser.walk(page, { init: { method: 'POST', body } });

  expect(silent).toBe(`${app.url}/roadmap`);
  expect(page).toContain('/sign-in/');
  expect(arrived).toBe(`${app.url}/signed-in-again`);
  expect((await (await toClient(browser)).call(createApiKey, { body: key })).apiKey.name).toBe('Sheet');
});

it('counts from the last proof of identity, not from a silent sign-in', async () => {
  const { browser } = await signIn(maya);
  time.offset = 11 * minute;

  await browser.walk(`${app.url}/api/v1/session/sign-in`);

  await expect((await toClient(browser)).call(createApiKey, { body: key })).rejects.toMatchObject(again);
});

it('trusts a token without a session only if the provider reports the sign-in time', async () => {
  const { accessToken } = await app.control<{ accessToken: string }>('tokens', {
    method: 'POST',
    body: JSON.stringify({ email: maya, overrides: { claims: { auth_time: null } } }),
  });
  const fresh = await app.as(maya);

  await expect(createTestClient(app.url, accessToken).call(createApiKey, { body: key })).rejects.toMatchObject(again);
  expect((await fresh.call(createApiKey, { body: key })).apiKey.name).toBe('Sheet');
});
