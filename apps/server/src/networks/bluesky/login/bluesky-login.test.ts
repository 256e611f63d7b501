import {
  addAccount,
  authorizeBluesky,
  disconnectBluesky,
  linkAccount,
  listAccounts,
  listBlueskyLogins,
  startBlueskyLogin,
} from '@tidemark/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startFaultProxy, type FaultProxy } from '../../../../test/fault-proxy.ts';
import { startTestApp, type TestApp } from '../../../../test/start-test-app.ts';
import type { TestClient } from '../../../../test/test-client.ts';

const accountId = '0a1b2c3d-bluesky';
const reference = { accountId, type: 'bluesky_account' as const, accountRefId: null };
let appView: FaultProxy;
let app: TestApp;
let maya: TestClient;
let nadia: TestClient;

// Sign-ins at an account's own server are tested with the real one: real/bluesky-login.test.ts.
beforeAll(async () => {
  appView = await startFaultProxy('');
  app = await startTestApp({
    work: false,
    environment: {
      NETWORKS: 'instagram_account,bluesky_account',
      BLUESKY_APPVIEW_URL: appView.url,
      BLUESKY_PLC_URL: 'http://127.0.0.1:9',
    },
  });
  maya = await app.withPlan('maya@sandbox.test', 'pro');
  nadia = await app.withPlan('nadia@sandbox.test', 'pro');
});
afterAll(async () => {
  await app.close();
  await appView.stop();
});
beforeEach(async () => {
  await app.db.deleteFrom('account_ref').execute();
  await app.db.deleteFrom('bluesky_login').execute();
  await app.db.deleteFrom('bluesky_account').execute();
  await app.db.deleteFrom('account').execute();
});

/** Stores what a finished sign-in stores. */
async function prove(client: TestClient): Promise<void> {
  const userId = (await client.load()).user._id;
  await app.db
    .insertInto('account')
    .values({
      account_id: accountId,
      type: 'bluesky_account',
      username: 'fjordlys.test',
      name: 'Fjordlys',
      picture: null,
      followers_count: 3,
      follows_count: 2,
      media_count: 1,
    })
    .execute();
  await app.db.insertInto('bluesky_account').values({ account_id: accountId, did: 'did:plc:fjordlys' }).execute();
  await app.db
    .insertInto('bluesky_login')
    .values({ user_id: userId, account_id: accountId, connected_at: new Date() })
    .execute();
}

const answer = (status: number, body: object) =>
  appView.strike(() => ({ status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }));

describe('accounts on Bluesky', () => {
  it('are listed for the user who has proven to own them', async () => {
    await prove(maya);

    expect((await maya.call(listBlueskyLogins, {})).logins).toMatchObject([
      { accountId, username: 'fjordlys.test', name: 'Fjordlys', linked: false },
    ]);
    expect((await nadia.call(listBlueskyLogins, {})).logins).toEqual([]);
  });

  it('are linked by that user only', async () => {
    await prove(maya);

    await maya.call(addAccount, { body: reference });
    const { accountRefs } = await maya.call(linkAccount, { body: reference });

    expect(accountRefs).toEqual([{ accountId, type: 'bluesky_account' }]);
    for (const endpoint of [addAccount, linkAccount])
      await expect(nadia.call(endpoint, { body: reference })).rejects.toMatchObject({
        status: 404,
        code: 'account_not_found',
      });
    await expect(maya.call(linkAccount, { body: { ...reference, type: 'instagram_account' } })).rejects.toMatchObject({
      code: 'meta_not_connected',
    });
  });

  it('stay readable after disconnecting, with the reason, and are disconnected by their user only', async () => {
    await prove(maya);
    await maya.call(linkAccount, { body: reference });

    await expect(nadia.call(disconnectBluesky, { params: { accountId } })).rejects.toMatchObject({
      status: 404,
      code: 'bluesky_login_not_found',
    });
    await maya.call(disconnectBluesky, { params: { accountId } });

    const { accounts } = await maya.call(listAccounts, {});
    expect(accounts).toMatchObject([{ _id: accountId, problem: { code: 'account_unreachable' } }]);
    expect(accounts[0]?.problem?.message).not.toContain('Meta');
  });
});

describe('a sign-in at Bluesky', () => {
  const start = (handle: string) => maya.call(startBlueskyLogin, { body: { handle } });

  it.each([
    [400, { error: 'InvalidRequest', message: 'Profile not found' }, 'bluesky_handle_unknown'],
    [400, { error: 'AccountTakedown', message: 'Account has been suspended' }, 'bluesky_account_hidden'],
  ])('names the handle after %i %j', async (status, body, code) => {
    answer(status, body);

    await expect(start('@Fjordlys.test')).rejects.toMatchObject({
      status: 422,
      code,
      body: { error: { details: { field: 'handle' } } },
    });
  });

  it('says that Bluesky is not responding', async () => {
    answer(502, {});

    await expect(start('fjordlys.test')).rejects.toMatchObject({ status: 503, code: 'bluesky_unavailable' });
  });

  it('says that the directory of accounts is not responding', async () => {
    answer(200, { did: 'did:plc:ewvi7nxzyoun6zhxrhs64oiz', handle: 'fjordlys.test' });

    await expect(start('fjordlys.test')).rejects.toMatchObject({ status: 503, code: 'bluesky_unavailable' });
    expect(await app.db.selectFrom('bluesky_sign_in').selectAll().execute()).toEqual([]);
  });

  it('rejects an answer that nobody waits for', async () => {
    const body = { state: 'invented', code: 'cod-1', iss: 'https://pds.test' };

    await expect(maya.call(authorizeBluesky, { body })).rejects.toMatchObject({
      status: 409,
      code: 'bluesky_login_expired',
      body: { error: { details: { field: 'state' } } },
    });
  });

  it('returns by an IP address to an app on the user’s own machine', async () => {
    const response = await fetch(`${app.url}/oauth/bluesky-return?state=a&code=b`, { redirect: 'manual' });

    expect(response.headers.get('location')).toBe(`${app.url}/connect/bluesky?state=a&code=b`);
  });
});

it('does not exist where Bluesky is not enabled', async () => {
  const other = await startTestApp({ work: false });
  const client = await other.withPlan('maya@sandbox.test', 'pro');
  const refused = { status: 404, code: 'network_not_enabled' };

  await expect(client.call(startBlueskyLogin, { body: { handle: 'a.test' } })).rejects.toMatchObject(refused);
  await expect(client.call(authorizeBluesky, { body: { state: 'a' } })).rejects.toMatchObject(refused);
  await expect(client.call(addAccount, { body: reference })).rejects.toMatchObject(refused);
  await expect(client.call(linkAccount, { body: reference })).rejects.toMatchObject(refused);
  expect((await fetch(`${other.url}/oauth/bluesky-return`, { redirect: 'manual' })).headers.get('location')).toBeNull();
  await other.close();
});
