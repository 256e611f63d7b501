import { getMetaConnection, type ConnectionCause } from '@tidemark/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  checkInstagramLogins,
  connectInstagram,
  createConnectionDeps,
  pageless,
} from '../../../../../test/instagram.ts';
import { startTestApp, type TestApp } from '../../../../../test/start-test-app.ts';
import { connect, getWorldAccount } from '../../../../../test/world.ts';
import { GraphError } from '../../client/graph-error.ts';
import { createConnectionAccess } from '../connection-access.ts';

const day = 86_400_000;
let offset = 0;
const clock = () => new Date(Date.now() + offset);
let app: TestApp;
let deps: ReturnType<typeof createConnectionDeps>;
beforeAll(async () => {
  app = await startTestApp({ work: false, clock });
  deps = createConnectionDeps(app, clock);
});
afterAll(() => app.close());
beforeEach(async () => {
  offset = 0;
  await app.control('faults', { method: 'DELETE' });
  await lever('convert', { type: 'business' });
  for (const table of ['meta_connection', 'instagram_login', 'account_ref'] as const)
    await app.db.deleteFrom(table).execute();
});

const lever = (name: string, body: object) =>
  app.control(`instagram/${name}`, { method: 'POST', body: JSON.stringify({ username: pageless.username, ...body }) });
const check = () => checkInstagramLogins(deps);
const access = () => createConnectionAccess(deps);
const findLogin = () => app.db.selectFrom('instagram_login').selectAll().executeTakeFirstOrThrow();
/** Sessions are short, so that users must sign in again after the clock moves. */
const getProblem = async () => {
  const { connection } = await (await app.as(pageless.email)).call(getMetaConnection, {});
  return connection.instagramLogins[0]?.problem?.cause ?? null;
};

async function connected() {
  const client = await app.withPlan(pageless.email, 'starter');
  const accountId = await connectInstagram(app, client);
  await client.link(accountId);
  return { client, accountId };
}

describe('the daily check of a login at Instagram', () => {
  it('refreshes its token in its second month, and not on its first day', async () => {
    await connected();
    const before = await findLogin();

    offset = 1.1 * day;
    expect(await check()).toEqual([]);
    expect((await findLogin()).token_encrypted).toBe(before.token_encrypted);
    offset = 31 * day;
    expect(await check()).toEqual([]);

    const after = await findLogin();
    expect(after.token_encrypted).not.toBe(before.token_encrypted);
    expect(after.expires_at.getTime() - clock().getTime()).toBeGreaterThan(59 * day);
    offset = 70 * day;
    await check();
    expect(await getProblem()).toBeNull();
  });

  it.each<[string, number, ConnectionCause]>([
    ['the token was ended', 463, 'token_expired'],
    ['the password was changed', 460, 'password_changed'],
    ['the app was removed', 458, 'app_removed'],
    ['Instagram wants a confirmation', 459, 'checkpoint'],
  ])('says that %s', async (_what, subcode, cause) => {
    await connected();
    await lever('end', { subcode });

    offset = 1.1 * day;
    expect(await check()).toEqual([]);

    expect(await getProblem()).toBe(cause);
  });

  it('says that a token has expired that could not be refreshed for two months', async () => {
    await connected();

    offset = 61 * day;
    expect(await check()).toEqual([]);

    expect(await getProblem()).toBe('token_expired');
    expect((await findLogin()).broken_reason).toBe('token_expired');
  });

  it('notices an account that became personal, and resumes when it is converted back', async () => {
    await connected();
    await lever('convert', { type: 'personal' });
    offset = 1.1 * day;
    await check();
    expect(await getProblem()).toBe('account_personal');

    await lever('convert', { type: 'creator' });
    offset = 2.2 * day;
    await check();

    expect(await getProblem()).toBeNull();
  });

  it('says that the token of a personal account has expired', async () => {
    await connected();
    await lever('convert', { type: 'personal' });
    offset = 1.1 * day;
    await check();
    offset = 61 * day;
    await check();

    expect(await getProblem()).toBe('token_expired');
  });

  it('waits and retries while Instagram does not answer', async () => {
    await connected();
    await app.control('faults', {
      method: 'POST',
      body: JSON.stringify({ rules: [{ fault: 'service', match: { path: 'me' } }] }),
    });
    offset = 1.1 * day;

    expect(await check()).toHaveLength(1);

    expect(await getProblem()).toBeNull();
    expect((await findLogin()).attempts).toBe(1);
  });
});

describe('a token that Instagram rejects during a sync', () => {
  it('ends the login only if Instagram confirms it', async () => {
    const { accountId } = await connected();
    const token = await access().findToken(accountId);
    if (!token) throw new Error('There is no token');
    const failure = new GraphError('auth', 'Ended', { code: 190 });

    expect(token.host).toBe('instagram');
    expect(await access().reportRejectedToken(token, failure)).toBe('valid');
    expect(await access().reportRejectedToken({ ...token, token: 'another' }, failure)).toBe('replaced');
    await lever('end', { subcode: 458 });
    expect(await access().reportRejectedToken(token, failure)).toBe('invalid');
    expect(await access().findToken(accountId)).toBeNull();
    expect(await access().explainMissingToken(accountId)).toMatchObject({ cause: 'app_removed' });
  });

  it('names the permission that was withdrawn, and forgets it after a new login', async () => {
    const { client, accountId } = await connected();
    const token = await access().findToken(accountId);
    if (!token) throw new Error('There is no token');
    await lever('decline', { scope: 'instagram_business_manage_insights' });

    expect(await access().reportMissingPermission(token)).toEqual({ missing: ['instagram_business_manage_insights'] });
    expect(await getProblem()).toBe('permission_missing');
    await connectInstagram(app, client);

    expect(await getProblem()).toBeNull();
  });
});

describe('an account that both logins reach', () => {
  it('is fetched through the business login, and through the other one once that ends', async () => {
    const { username } = await getWorldAccount(app, pageless.email);
    const client = await app.withPlan(pageless.email, 'starter');
    await connect(app, client, pageless.email);
    const accountId = await connectInstagram(app, client, username);
    await client.link(accountId);
    const getHost = async () => (await access().findToken(accountId))?.host;

    const first = await getHost();
    await app.db
      .updateTable('meta_connection')
      .set({ broken_at: clock(), broken_reason: 'password_changed' })
      .execute();
    const second = await getHost();
    const [account] = (await client.load()).accountRefs;
    await app.db.deleteFrom('instagram_login').execute();

    expect([first, second, await getHost()]).toEqual(['facebook', 'instagram', undefined]);
    expect(account).toMatchObject({ accountId });
    expect(await access().explainMissingToken(accountId)).toMatchObject({ cause: 'password_changed' });
  });
});
