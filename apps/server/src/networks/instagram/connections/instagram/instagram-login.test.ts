import {
  authorizeInstagram,
  disconnectInstagram,
  getMetaConnection,
  listConnectionAccounts,
  startInstagramLogin,
} from '@tidemark/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { allowAtInstagram, connectInstagram, pageless } from '../../../../../test/instagram.ts';
import { startTestApp, type TestApp } from '../../../../../test/start-test-app.ts';
import { connect } from '../../../../../test/world.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ work: false });
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.control('faults', { method: 'DELETE' });
  await app.db.deleteFrom('meta_connection').execute();
  await app.db.deleteFrom('instagram_login').execute();
});

const post = (path: string, body: object) => app.control(path, { method: 'POST', body: JSON.stringify(body) });
const theo = () => app.withPlan(pageless.email, 'starter');

describe('a login at Instagram', () => {
  it('connects a professional account that has no Facebook page', async () => {
    const client = await theo();

    const accountId = await connectInstagram(app, client);

    const { connection } = await client.call(getMetaConnection, {});
    const { accounts } = await client.call(listConnectionAccounts, {});
    expect(connection).toMatchObject({
      isConnected: false,
      instagramLogins: [{ accountId, username: pageless.username, tokenValid: true, problem: null }],
    });
    expect(accounts).toMatchObject([{ id: accountId, username: pageless.username, linked: false, problem: null }]);
    const { token_encrypted: stored } = await app.db
      .selectFrom('instagram_login')
      .select('token_encrypted')
      .executeTakeFirstOrThrow();
    expect(stored).not.toContain('IGAA');
  });

  it('leads to Instagram with both permissions and its own redirect address', async () => {
    const { url } = await (await theo()).call(startInstagramLogin, { body: { returnTo: '/welcome' } });

    const { origin, pathname, searchParams } = new URL(url);
    expect(`${origin}${pathname}`).toBe(`${app.sandbox.url}/instagram-www/oauth/authorize`);
    expect(Object.fromEntries(searchParams)).toMatchObject({
      client_id: app.sandbox.environment['INSTAGRAM_APP_ID'],
      redirect_uri: `${app.url}/connect/instagram`,
      response_type: 'code',
      scope: 'instagram_business_basic,instagram_business_manage_insights',
    });
  });

  it('is one of several for the same user, each with one account', async () => {
    const client = await theo();
    await connectInstagram(app, client);
    await connectInstagram(app, client, 'okafor.coffee');
    await connectInstagram(app, client);

    const { accounts } = await client.call(listConnectionAccounts, {});
    expect(accounts.map(({ username }) => username).sort()).toEqual(['okafor.coffee', 'okafor.prints']);
  });

  it('accepts the answer as documented, too, and both ways of a token’s shape', async () => {
    await post('faults', { rules: [{ fault: 'instagram-token-in-data' }] });

    expect(await connectInstagram(app, await theo())).toMatch(/^1784/);
  });

  it('shows an account once that the business login lists as well', async () => {
    const client = await theo();
    await connect(app, client, pageless.email);
    const before = (await client.call(listConnectionAccounts, {})).accounts.length;
    await connectInstagram(app, client, 'okafor.coffee');
    await connectInstagram(app, client);

    const { accounts } = await client.call(listConnectionAccounts, {});
    expect(accounts).toHaveLength(before + 1);
    expect(new Set(accounts.map(({ id }) => id)).size).toBe(accounts.length);
  });
});

describe('a login at Instagram is refused', () => {
  it('with a state that is another user’s, too old or not ours', async () => {
    const client = await theo();
    const { code, state } = await allowAtInstagram(app, client);
    const maya = await app.as('maya@sandbox.test');

    for (const [user, given] of [
      [maya, state],
      [client, 'test.aa.bb.cc'],
      [client, `${state.slice(0, -4)}AAAA`],
    ] as const)
      await expect(user.call(authorizeInstagram, { body: { code, state: given } })).rejects.toMatchObject({
        code: 'instagram_login_expired',
      });
    expect(await app.db.selectFrom('instagram_login').select('user_id').execute()).toEqual([]);
  });

  it('with a code that was used before', async () => {
    const client = await theo();
    const { code, state } = await allowAtInstagram(app, client);
    await client.call(authorizeInstagram, { body: { code, state } });

    await expect(client.call(authorizeInstagram, { body: { code, state } })).rejects.toMatchObject({
      code: 'instagram_code_refused',
    });
  });

  it('without a permission, for a personal account, and for one with an age limit', async () => {
    const client = await theo();
    const attempt = async (options: Parameters<typeof allowAtInstagram>[2]) => {
      const { code, state } = await allowAtInstagram(app, client, options);
      return client.call(authorizeInstagram, { body: { code, state } });
    };

    await expect(attempt({ without: ['instagram_business_manage_insights'] })).rejects.toMatchObject({
      code: 'instagram_permissions_missing',
      body: { error: { details: { missing: ['instagram_business_manage_insights'] } } },
    });
    await expect(attempt({ username: 'theo.off.duty' })).rejects.toMatchObject({ code: 'instagram_account_personal' });
    await expect(attempt({ username: 'okafor.after.dark' })).rejects.toMatchObject({
      code: 'instagram_account_restricted',
    });
    await post('faults', { rules: [{ fault: 'service', match: { path: 'access_token' } }] });
    await expect(attempt({})).rejects.toMatchObject({ code: 'meta_unavailable' });
    expect(await app.db.selectFrom('instagram_login').select('user_id').execute()).toEqual([]);
  });
});

it('disconnects one login and keeps the link, and the other logins', async () => {
  const client = await theo();
  const accountId = await connectInstagram(app, client);
  const other = await connectInstagram(app, client, 'okafor.coffee');
  await client.link(accountId);

  await client.call(disconnectInstagram, { params: { accountId } });

  const { connection } = await client.call(getMetaConnection, {});
  expect(connection.instagramLogins.map((login) => login.accountId)).toEqual([other]);
  expect((await client.load()).accountRefs).toMatchObject([{ accountId }]);
  expect((await client.call(listConnectionAccounts, {})).accounts).toMatchObject([
    { id: other, linked: false },
    { id: accountId, linked: true, problem: { code: 'account_unreachable' } },
  ]);
  await expect(client.call(disconnectInstagram, { params: { accountId } })).rejects.toMatchObject({ status: 404 });
});

describe('without an Instagram app', () => {
  it('offers no login at Instagram', async () => {
    const without = await startTestApp({
      work: false,
      environment: { INSTAGRAM_APP_ID: '', INSTAGRAM_APP_SECRET: '' },
    });
    try {
      const client = await without.as(pageless.email);

      await expect(client.call(startInstagramLogin, { body: { returnTo: '/profile' } })).rejects.toMatchObject({
        code: 'instagram_not_configured',
      });
      await expect(client.call(listConnectionAccounts, {})).rejects.toMatchObject({ code: 'meta_not_connected' });
    } finally {
      await without.close();
    }
  });
});
