import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { deleteUser } from '@tidemark/contract';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openHttpBrowser, type HttpBrowser } from '../../../test/http-browser.ts';
import { providerShapes } from '../../../test/provider-shapes.ts';
import { startShapedProvider, type Person } from '../../../test/shaped-provider.ts';
import { startTestApp, type TestApp } from '../../../test/start-test-app.ts';
import { createTestClient } from '../../../test/test-client.ts';
import { createLog } from '../../platform/log/log.ts';

const minute = 60_000;
const anna = { id: '00u1anna', name: 'Anna Lindqvist', email: 'anna@corp.example' };
const bert = { id: '00u2bert', name: 'Bert Ahlgren', email: 'bert@corp.example' };
let folder: string;
let time: { offset: number };
let closers: (() => Promise<void>)[];
beforeEach(async () => {
  [time, closers] = [{ offset: 0 }, []];
  folder = await mkdtemp(path.join(os.tmpdir(), 'tidemark-log-'));
});
afterEach(async () => {
  for (const close of closers.toReversed()) await close();
  await rm(folder, { recursive: true });
});

/** Starts an app whose provider writes login names into access tokens, as Okta does. */
async function start(shape: keyof typeof providerShapes = 'okta') {
  const provider = await startShapedProvider(providerShapes[shape], anna);
  closers.push(provider.close);
  const app = await startTestApp({
    work: false,
    clock: () => new Date(Date.now() + time.offset),
    log: createLog({ level: 'warn', file: path.join(folder, 'log') }),
    environment: { OIDC_ISSUER: provider.issuer, OIDC_CLIENT_ID: 'tidemark', OIDC_AUDIENCE: 'tidemark-api' },
  });
  closers.push(app.close);
  return {
    app,
    provider,
    async signIn(person: Person) {
      provider.setPerson(person);
      const browser = openHttpBrowser(app);
      await browser.walk(`${app.url}/api/v1/session/sign-in`);
      return { browser, ...(await load(app, browser)) };
    },
  };
}
async function load(app: TestApp, browser: HttpBrowser) {
  return (await createTestClient(app.url, await browser.getToken()).load()).user;
}
/** Stores what an earlier version did: the access tokens' subject, without name or address. */
async function makeEarlier(app: TestApp, userId: string, subject: string) {
  const values = { subject, access_subject: null, name: 'Unnamed', email: '' };
  await app.db.updateTable('app_user').set(values).where('user_id', '=', userId).execute();
}
const readLog = () => readFile(path.join(folder, 'log'), 'utf8');

it('keeps the user when their login is renamed', async () => {
  const { signIn } = await start();
  const before = await signIn(anna);

  const after = await signIn({ ...anna, email: 'anna.berg@corp.example' });

  expect(after._id).toBe(before._id);
});

it('creates a new user for a login reassigned to another person', async () => {
  const { app, signIn } = await start();
  const first = await signIn(anna);

  const second = await signIn({ ...bert, email: anna.email });

  expect(second._id).not.toBe(first._id);
  expect((await load(app, first.browser))._id).toBe(first._id);
  expect((await signIn(anna))._id).toBe(first._id);
});

it('migrates users from an earlier version with their role', async () => {
  const { app, signIn } = await start();
  const before = await signIn(anna);
  await before.browser.call('/session/end', {});
  await makeEarlier(app, before._id, anna.email);

  const after = await signIn(anna);

  expect(after._id).toBe(before._id);
  expect(await app.db.selectFrom('app_user').select(['subject', 'access_subject']).executeTakeFirstOrThrow()).toEqual({
    subject: anna.id,
    access_subject: anna.email,
  });
  expect(await app.db.selectFrom('audit_entry').select('target').where('action', '=', 'user.moved').execute()).toEqual([
    { target: `user:${before._id}` },
  ]);
});

it('migrates users by their open session, before another person can get their login', async () => {
  const { app, signIn } = await start();
  const before = await signIn(anna);
  await makeEarlier(app, before._id, anna.email);
  time.offset = 14 * minute;

  expect((await load(app, before.browser))._id).toBe(before._id);

  expect((await signIn({ ...bert, email: anna.email }))._id).not.toBe(before._id);
  expect((await signIn(anna))._id).toBe(before._id);
});

it.each([
  ['has a session with the ID token of another person', { name: 'Unnamed' }],
  ['has another email address', { email: 'somebody@corp.example' }],
  ['has signed in with another ID token', { access_subject: 'somebody@corp.example' }],
])('merges no user who %s, and logs it', async (objection, values) => {
  const { app, signIn } = await start();
  const first = await signIn(anna);
  await makeEarlier(app, first._id, bert.email);
  await app.db.updateTable('app_user').set(values).where('user_id', '=', first._id).execute();
  if ('email' in values) await first.browser.call('/session/end', {});

  const second = await signIn(bert);

  expect(second._id).not.toBe(first._id);
  expect(await readLog()).toContain(`that user ${objection}`);
});

it("accepts only access tokens issued to a session once the provider's IDs are known to differ", async () => {
  const { app, provider, signIn } = await start();
  const { browser } = await signIn(anna);
  const foreign = createTestClient(app.url, await provider.issueAccessToken(anna));
  const other = createTestClient(app.url, await provider.issueAccessToken(bert));

  await expect(foreign.load()).rejects.toMatchObject({ status: 401 });
  await expect(other.load()).rejects.toMatchObject({
    status: 401,
    message: expect.stringContaining('API key') as string,
  });

  expect(await browser.tokenStatus()).toBe(200);
  expect(await app.db.selectFrom('app_user').select('user_id').execute()).toHaveLength(1);
});

it("rejects a deleted user's token", async () => {
  const { app, signIn } = await start();
  const { browser } = await signIn(anna);
  const client = createTestClient(app.url, await browser.getToken());
  await client.call(deleteUser, { body: { confirm: 'DELETE' } });

  await expect(client.load()).rejects.toMatchObject({ code: 'user_deleted' });
  expect(await app.db.selectFrom('app_user').select('user_id').execute()).toEqual([]);
});

it.each(['okta', 'oktaWithoutIdTokenAtRenewal'] as const)("renews a session's tokens: %s", async (shape) => {
  const { app, signIn } = await start(shape);
  const { browser, _id } = await signIn(anna);
  const token = await browser.getToken();
  time.offset = 14 * minute;

  const renewed = await browser.getToken();

  expect(renewed).not.toBe(token);
  expect((await load(app, browser))._id).toBe(_id);
});
