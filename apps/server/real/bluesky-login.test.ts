import {
  activateAccount,
  addAccount,
  authorizeBluesky,
  disconnectBluesky,
  getSyncStatus,
  linkAccount,
  listAccounts,
  listBlueskyLogins,
  startBlueskyLogin,
} from '@tidemark/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../test/start-test-app.ts';
import type { TestClient } from '../test/test-client.ts';
import { until } from '../test/until.ts';
import { signInAtPds } from './sign-in-at-pds.ts';
import { startNetwork, type Network, type Person } from './start-network.ts';

let network: Network;
let app: TestApp;
let client: TestClient;
let author: Person;

beforeAll(async () => {
  network = await startNetwork();
  author = await network.join('author');
  for (const text of ['One', 'Two'])
    await network.write(author, 'app.bsky.feed.post', { text, createdAt: new Date().toISOString() });
  await network.settle();
  app = await startTestApp({ environment: toEnvironment(network) });
  client = await app.withPlan('maya@sandbox.test', 'pro');
});
afterAll(async () => {
  await app?.close();
  await network?.stop();
});

const toEnvironment = ({ appView, directory }: { appView: string; directory: string }) => ({
  NETWORKS: 'instagram_account,bluesky_account',
  BLUESKY_APPVIEW_URL: appView,
  BLUESKY_PLC_URL: directory,
});

const start = async (user: TestClient, handle = author.handle) =>
  (await user.call(startBlueskyLogin, { body: { handle } })).url;

/** Follows the way back to the page in the app, and returns what the server has added to its address. */
async function readAnswer(returned: URL) {
  const redirect = await fetch(returned, { redirect: 'manual' });
  const page = new URL(redirect.headers.get('location') ?? '');
  expect(`${page.origin}${page.pathname}`).toBe(`${app.url}/connect/bluesky`);
  return Object.fromEntries(page.searchParams) as { state: string; iss: string; code: string };
}

const allow = async (user: TestClient, person = author) =>
  readAnswer(await signInAtPds(await start(user, person.handle), person));

async function connect(user: TestClient, person = author): Promise<string> {
  return (await user.call(authorizeBluesky, { body: await allow(user, person) })).accountId;
}

it('connects an account whose owner signs in at its server, and keeps no token', async () => {
  const body = await allow(client);

  const answer = await client.call(authorizeBluesky, { body });

  const { logins } = await client.call(listBlueskyLogins, {});
  expect(answer.username).toBe(author.handle);
  expect(logins).toMatchObject([{ accountId: answer.accountId, username: author.handle, linked: false }]);
  expect(await app.db.selectFrom('bluesky_account').select('did').execute()).toEqual([{ did: author.did }]);
  expect(await app.db.selectFrom('bluesky_sign_in').selectAll().execute()).toEqual([]);
});

it('syncs a linked account, and no longer once it is disconnected', async () => {
  const accountId = await connect(client);
  const body = { accountId, type: 'bluesky_account' as const, accountRefId: accountId };

  await client.call(addAccount, { body: { ...body, accountRefId: null } });
  await client.call(linkAccount, { body });
  const { details } = await client.call(activateAccount, { body });
  await until(async () => {
    const { syncStatus } = await client.call(getSyncStatus, { params: { id: accountId } });
    return syncStatus.lastSyncAt !== null && !syncStatus.syncRunning;
  });

  const { accounts } = await client.call(listAccounts, {});
  expect(details.instagramError).toBeNull();
  expect(accounts).toMatchObject([
    { _id: accountId, type: 'bluesky_account', metadata: { mediaCount: 2 }, problem: null, facebookId: null },
  ]);
  await client.call(disconnectBluesky, { params: { accountId } });
  const [kept] = (await client.call(listAccounts, {})).accounts;
  expect(kept).toMatchObject({ _id: accountId, problem: { code: 'account_unreachable' } });
  await expect(client.call(activateAccount, { body })).rejects.toMatchObject({ code: 'account_unreachable' });
});

it('accepts an answer once, and only from the user who started', async () => {
  const stranger = await app.withPlan('nadia@sandbox.test', 'pro');
  const body = await allow(client);

  await expect(stranger.call(authorizeBluesky, { body })).rejects.toMatchObject({ code: 'bluesky_login_expired' });
  await client.call(authorizeBluesky, { body });
  await expect(client.call(authorizeBluesky, { body })).rejects.toMatchObject({ code: 'bluesky_login_expired' });
  expect((await stranger.call(listBlueskyLogins, {})).logins).toEqual([]);
});

it('rejects a code that the server did not issue', async () => {
  const body = await allow(client);

  await expect(client.call(authorizeBluesky, { body: { ...body, code: 'cod-invented' } })).rejects.toMatchObject({
    status: 422,
    code: 'bluesky_login_refused',
  });
});

it('connects nothing when the owner refuses', async () => {
  const declining = await network.join('mistral');
  await network.settle();
  const returned = await signInAtPds(await start(client, declining.handle), declining, 'reject');

  await expect(client.call(authorizeBluesky, { body: await readAnswer(returned) })).rejects.toMatchObject({
    status: 422,
    code: 'bluesky_login_denied',
  });
});

it.each(['nobody.test', 'no handle', '@nobody.test'])('names the handle if %s is unknown', async (handle) => {
  await expect(start(client, handle)).rejects.toMatchObject({
    status: 422,
    code: 'bluesky_handle_unknown',
    body: { error: { details: { field: 'handle' } } },
  });
});

it('accepts a handle with an at sign, and the address of a profile', async () => {
  for (const entered of [`@${author.handle}`, `https://bsky.app/profile/${author.handle.toUpperCase()}`])
    expect(await start(client, entered)).toMatch(network.pds);
});

it('says that an account is suspended', async () => {
  const person = await network.join('suspended');
  await network.settle();
  await network.takeDown(person.did);

  await expect(start(client, person.handle)).rejects.toMatchObject({ code: 'bluesky_account_hidden' });
});

it('says that Bluesky is not responding', async () => {
  const away = await startTestApp({
    work: false,
    environment: { ...toEnvironment(network), BLUESKY_PLC_URL: 'http://127.0.0.1:9' },
  });
  const user = await away.as('maya@sandbox.test');

  await expect(user.call(startBlueskyLogin, { body: { handle: author.handle } })).rejects.toMatchObject({
    status: 503,
    code: 'bluesky_unavailable',
  });
  await away.close();
});
