import {
  authorizeMeta,
  deleteUser,
  disconnectMeta,
  getAccount,
  getMetaConnection,
  linkAccount,
  listAccounts,
  listConnectionAccounts,
  unlinkAccount,
} from '@tidemark/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/start-test-app.ts';
import { until } from '../../../../test/until.ts';
import { getWorldAccount, listWorldAccounts, connect } from '../../../../test/world.ts';

let app: TestApp;
beforeAll(async () => (app = await startTestApp({ work: false })));
afterAll(() => app.close());

const maya = 'maya@sandbox.test';
const theo = 'theo@sandbox.test';
const reference = (accountId: string) => ({ accountId, type: 'instagram_account' as const, accountRefId: accountId });

const listCalls = async () => (await app.control<{ entries: { method: string; path: string }[] }>('ledger')).entries;

describe('business login', () => {
  it('is initially not connected and lists no accounts', async () => {
    const client = await app.withPlan('cal@sandbox.test', 'pro');

    const { connection } = await client.call(getMetaConnection, {});

    expect(connection).toEqual({
      isConnected: false,
      tokenValid: false,
      name: null,
      picture: null,
      accountType: null,
      clientBusinessId: null,
      expiresAt: null,
      dataAccessExpiresAt: null,
      missingScopes: [],
      problem: null,
      warning: null,
      instagramLogins: [],
    });
    await expect(client.call(listConnectionAccounts, {})).rejects.toMatchObject({
      code: 'meta_not_connected',
      body: { message: 'Meta connection is not available or token is invalid' },
    });
  });

  it('lists accounts from all pages once connected', async () => {
    const client = await app.withPlan(maya, 'pro');

    await connect(app, client, maya);
    const { connection } = await client.call(getMetaConnection, {});
    const { accounts } = await client.call(listConnectionAccounts, {});

    expect(connection).toMatchObject({ isConnected: true, tokenValid: true, accountType: 'User' });
    expect(connection.name).toBeTruthy();
    expect(accounts.map(({ id }) => id).sort()).toEqual(
      (await listWorldAccounts(app, maya)).map(({ id }) => id).sort(),
    );
    expect(accounts.every(({ linked, syncRunning }) => !linked && !syncRunning)).toBe(true);
  });

  it.each([
    ['unknown', 'nonsense'],
    ['empty', ''],
  ])('rejects a code that is %s and stores no connection', async (_, code) => {
    const client = await app.as('nadia@sandbox.test');

    await expect(client.call(authorizeMeta, { body: { code } })).rejects.toMatchObject({ status: 400 });

    expect((await client.call(getMetaConnection, {})).connection.isConnected).toBe(false);
  });

  it('accepts a code once', async () => {
    const client = await app.as('edgar@sandbox.test');
    const { code } = await app.control<{ code: string }>('meta/code', {
      method: 'POST',
      body: JSON.stringify({ email: 'edgar@sandbox.test' }),
    });

    await client.connectMeta(code);

    await expect(client.connectMeta(code)).rejects.toMatchObject({
      status: 400,
      code: 'meta_code_refused',
      body: { message: 'Failed to authorize Meta account' },
    });
  });

  it('stores no connection without every permission, and names the missing permission', async () => {
    const client = await app.as('olu@sandbox.test');
    const order = { email: 'olu@sandbox.test', without: ['instagram_manage_insights'] };
    const { code } = await app.control<{ code: string }>('meta/code', { method: 'POST', body: JSON.stringify(order) });

    await expect(client.connectMeta(code)).rejects.toMatchObject({
      status: 422,
      code: 'meta_permissions_missing',
      body: { error: { details: { missing: ['instagram_manage_insights'] } } },
    });

    expect((await client.call(getMetaConnection, {})).connection.isConnected).toBe(false);
  });

  it('leaves a working login unchanged if reconnecting lacks a permission', async () => {
    const client = await app.withPlan(maya, 'pro');
    await connect(app, client, maya);
    const order = { email: maya, without: ['instagram_manage_insights'] };
    const { code } = await app.control<{ code: string }>('meta/code', { method: 'POST', body: JSON.stringify(order) });

    await expect(client.connectMeta(code)).rejects.toMatchObject({ status: 422, code: 'meta_permissions_missing' });

    expect((await client.call(listConnectionAccounts, {})).accounts).not.toEqual([]);
  });

  it('survives a disconnect by another user with the same Meta user', async () => {
    const [owner, colleague] = [await app.withPlan(maya, 'pro'), await app.withPlan('nadia@sandbox.test', 'pro')];
    await connect(app, owner, maya);
    await connect(app, colleague, maya);

    await colleague.call(disconnectMeta, {});

    expect((await owner.call(listConnectionAccounts, {})).accounts).not.toEqual([]);
  });

  it('revokes the token if the user is deleted during the calls to Meta', async () => {
    const person = 'fiona@sandbox.test';
    const client = await app.as(person);
    await client.load();
    const { code } = await app.control<{ code: string }>('meta/code', {
      method: 'POST',
      body: JSON.stringify({ email: person }),
    });
    await app.control('ledger', { method: 'DELETE' });
    const rules = [{ fault: 'slow', match: { path: 'me/accounts' }, params: { millis: 1_500 } }];
    await app.control('faults', { method: 'POST', body: JSON.stringify({ rules }) });

    const connecting = expect(client.connectMeta(code)).rejects.toMatchObject({ status: 403, code: 'user_deleted' });
    await until(async () => (await listCalls()).some(({ path }) => path.includes('me/accounts')));
    await client.call(deleteUser, { body: { confirm: 'DELETE' } });
    await connecting;

    await app.control('faults', { method: 'DELETE' });
    expect((await listCalls()).filter(({ method }) => method === 'DELETE')).toHaveLength(1);
  });

  it('inspects a new token once', async () => {
    const client = await app.withPlan(maya, 'pro');
    await app.control('ledger', { method: 'DELETE' });

    await connect(app, client, maya);

    expect((await listCalls()).filter(({ path }) => path.includes('debug_token'))).toHaveLength(1);
  });

  it('deletes the login here and at Meta on disconnect, but not another user’s', async () => {
    const client = await app.withPlan('ines@sandbox.test', 'agency');
    await connect(app, client, 'ines@sandbox.test');

    await client.call(disconnectMeta, {});
    await client.call(disconnectMeta, {});

    expect((await client.call(getMetaConnection, {})).connection.isConnected).toBe(false);
    const ledger = await app.control<unknown>('ledger');
    expect(JSON.stringify(ledger)).toContain('DELETE');
    expect((await (await app.as(maya)).call(getMetaConnection, {})).connection.tokenValid).toBe(true);
  });

  it('shows the login as expired as soon as Meta reports it', async () => {
    const client = await app.withPlan('edgar@sandbox.test', 'starter');
    await app.control('meta/expire', { method: 'POST', body: JSON.stringify({ email: 'edgar@sandbox.test' }) });

    await expect(client.call(listConnectionAccounts, {})).rejects.toMatchObject({ code: 'meta_not_connected' });

    expect((await client.call(getMetaConnection, {})).connection).toMatchObject({
      isConnected: true,
      tokenValid: false,
    });
  });

  it('never exposes the token or stores it in plain text', async () => {
    const rows = await app.db.selectFrom('meta_connection').select(['token_encrypted']).execute();

    expect(rows.length).toBeGreaterThan(0);
    for (const { token_encrypted } of rows) expect(token_encrypted).toMatch(/^test\.[\w-]+\.[\w-]+\.[\w-]+$/);
  });
});

describe('linking accounts', () => {
  it('changes an account from new to registered to linked, and unlinking reverses it', async () => {
    const client = await app.withPlan(theo, 'starter');
    await connect(app, client, theo);
    const { id } = await getWorldAccount(app, theo);

    await expect(
      client.call(getAccount, { query: { accountId: id, type: 'instagram_account', select: '_id,updatedAt' } }),
    ).rejects.toMatchObject({ status: 404 });
    await client.link(id);
    await client.link(id);
    const found = await client.call(getAccount, {
      query: { accountId: id, type: 'instagram_account', select: '_id, updatedAt' },
    });
    const { accounts } = await client.call(listAccounts, {});
    const { accountRefs } = await client.call(unlinkAccount, { body: { accountId: id, type: 'instagram_account' } });

    expect(found.account._id).toBe(id);
    expect(accounts).toMatchObject([{ _id: id, linked: true, activated: true }]);
    expect(accountRefs).toEqual([]);
    await expect(
      client.call(unlinkAccount, { body: { accountId: id, type: 'instagram_account' } }),
    ).rejects.toMatchObject({ status: 404 });
  });

  it('stops at the plan’s limit, even for concurrent requests', async () => {
    const client = await app.withPlan(theo, 'starter');
    const accounts = await listWorldAccounts(app, theo);
    for (const { id } of accounts) await client.link(id).catch(() => undefined);
    for (const { id } of accounts)
      await client.call(unlinkAccount, { body: { accountId: id, type: 'instagram_account' } }).catch(() => undefined);

    const answers = await Promise.allSettled(
      accounts.map(({ id }) => client.call(linkAccount, { body: reference(id) })),
    );

    expect(accounts.length).toBeGreaterThan(3);
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    expect(answers.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { status: 403, code: 'account_limit_reached' },
    });
  });

  it('treats an account missing from the user’s own login as nonexistent', async () => {
    const client = await app.withPlan(maya, 'pro');
    const foreign = await getWorldAccount(app, theo);

    await expect(client.call(linkAccount, { body: reference(foreign.id) })).rejects.toMatchObject({
      status: 404,
      code: 'account_not_found',
    });
    await expect(client.call(linkAccount, { body: reference('17841400000000000') })).rejects.toMatchObject({
      status: 404,
      code: 'account_not_found',
    });
  });

  it('requires an active subscription', async () => {
    const client = await app.as('fiona@sandbox.test');
    await connect(app, client, 'fiona@sandbox.test');
    const { id } = await getWorldAccount(app, 'fiona@sandbox.test');

    await expect(client.link(id)).rejects.toMatchObject({ status: 403, code: 'subscription_inactive' });
  });
});

describe("a login's accounts", () => {
  const all = async () => (await listWorldAccounts(app, maya)).map(({ id }) => id).sort();

  async function listAs(choice: object): Promise<string[]> {
    const client = await app.withPlan(maya, 'pro');
    const { code } = await app.control<{ code: string }>('meta/code', {
      method: 'POST',
      body: JSON.stringify({ email: maya, ...choice }),
    });
    await client.connectMeta(code);
    const { accounts } = await client.call(listConnectionAccounts, {});
    // Linked accounts that are no longer accessible are listed with the reason.
    return accounts
      .filter(({ problem }) => problem?.code !== 'account_unreachable')
      .map(({ id }) => id)
      .sort();
  }

  it.each([
    ['the person’s own pages', {}],
    ['a portfolio', { discovery: 'portfolio' }],
    ['what was chosen in the dialog', { discovery: 'granular-scopes' }],
    ['pages assigned to the person', { discovery: 'assigned-pages' }],
  ])('finds accounts through %s', async (_, choice) => {
    expect(await listAs(choice)).toEqual(await all());
  });

  it("lists a system user's chosen accounts instead of an earlier grant's", async () => {
    const pages = await app.control<{ people: { email: string; accounts: { id: string; pageId: string }[] }[] }>(
      'world',
    );
    const [first, ...others] = pages.people.find(({ email }) => email === maya)?.accounts ?? [];

    const listed = await listAs({ tokenType: 'SYSTEM_USER', excludedPages: [first?.pageId] });

    expect(listed).toEqual(others.map(({ id }) => id).sort());
    const { connection } = await (await app.as(maya)).call(getMetaConnection, {});
    expect(connection).toMatchObject({
      accountType: 'System user',
      clientBusinessId: expect.any(String),
      picture: null,
      expiresAt: null,
    });
  });

  it.each([
    ['the person’s own pages', {}],
    ['a portfolio', { discovery: 'portfolio' }],
    ['what was chosen in the dialog', { discovery: 'granular-scopes' }],
    ['pages assigned to the person', { discovery: 'assigned-pages' }],
  ])('lists the remaining accounts when Meta refuses one page, found through %s', async (_, choice) => {
    const world = await app.control<{ people: { email: string; accounts: { id: string; pageId: string }[] }[] }>(
      'world',
    );
    const [first, ...others] = world.people.find(({ email }) => email === maya)?.accounts ?? [];
    const rules = [{ fault: 'page-refused', params: { page: first?.pageId } }];
    await app.control('faults', { method: 'POST', body: JSON.stringify({ rules }) });

    const listed = await listAs(choice);

    await app.control('faults', { method: 'DELETE' });
    expect(listed).toEqual(others.map(({ id }) => id).sort());
  });

  it('lists accounts even if Meta omits optional fields', async () => {
    await app.control('faults', { method: 'POST', body: JSON.stringify({ rules: [{ fault: 'sparse-account' }] }) });

    const listed = await listAs({});

    await app.control('faults', { method: 'DELETE' });
    expect(listed).toEqual(await all());
  });
});
