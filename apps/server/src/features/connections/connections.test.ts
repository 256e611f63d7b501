import {
  authorizeMeta,
  disconnectMeta,
  getAccount,
  getMetaConnection,
  linkAccount,
  listAccounts,
  listConnectionAccounts,
  unlinkAccount,
} from '@tidemark/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/start-test-app.ts';
import { accountOf, accountsOf, connect } from '../../../test/world.ts';

let app: TestApp;
beforeAll(async () => (app = await startTestApp({ work: false })));
afterAll(() => app.close());

const maya = 'maya@sandbox.test';
const theo = 'theo@sandbox.test';
const reference = (accountId: string) => ({ accountId, type: 'instagram_account' as const, accountRefId: accountId });

describe('the business login', () => {
  it('is not connected at first, and lists nothing', async () => {
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
    });
    await expect(client.call(listConnectionAccounts, {})).rejects.toMatchObject({
      code: 'meta_not_connected',
      body: { message: 'Meta connection is not available or token is invalid' },
    });
  });

  it('lists the accounts behind all pages once it is connected', async () => {
    const client = await app.withPlan(maya, 'pro');

    await connect(app, client, maya);
    const { connection } = await client.call(getMetaConnection, {});
    const { accounts } = await client.call(listConnectionAccounts, {});

    expect(connection).toMatchObject({ isConnected: true, tokenValid: true, accountType: 'User' });
    expect(connection.name).toBeTruthy();
    expect(accounts.map(({ id }) => id).sort()).toEqual((await accountsOf(app, maya)).map(({ id }) => id).sort());
    expect(accounts.every(({ linked, syncRunning }) => !linked && !syncRunning)).toBe(true);
  });

  it.each([
    ['unknown', 'nonsense'],
    ['empty', ''],
  ])('refuses a code that is %s and keeps no connection', async (_, code) => {
    const client = await app.as('nadia@sandbox.test');

    await expect(client.call(authorizeMeta, { body: { code } })).rejects.toMatchObject({ status: 400 });

    expect((await client.call(getMetaConnection, {})).connection.isConnected).toBe(false);
  });

  it('takes a code once', async () => {
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

  it('is not kept when a permission was not granted, and says which', async () => {
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

  it('is gone here and at Meta after disconnecting, and another’s is untouched', async () => {
    const client = await app.withPlan('ines@sandbox.test', 'agency');
    await connect(app, client, 'ines@sandbox.test');

    await client.call(disconnectMeta, {});
    await client.call(disconnectMeta, {});

    expect((await client.call(getMetaConnection, {})).connection.isConnected).toBe(false);
    const ledger = await app.control<unknown>('ledger');
    expect(JSON.stringify(ledger)).toContain('DELETE');
    expect((await (await app.as(maya)).call(getMetaConnection, {})).connection.tokenValid).toBe(true);
  });

  it('is shown as expired as soon as Meta says so', async () => {
    const client = await app.withPlan('edgar@sandbox.test', 'starter');
    await app.control('meta/expire', { method: 'POST', body: JSON.stringify({ email: 'edgar@sandbox.test' }) });

    await expect(client.call(listConnectionAccounts, {})).rejects.toMatchObject({ code: 'meta_not_connected' });

    expect((await client.call(getMetaConnection, {})).connection).toMatchObject({
      isConnected: true,
      tokenValid: false,
    });
  });

  it('never shows its token, nor keeps it readable', async () => {
    const rows = await app.db.selectFrom('meta_connection').select(['token_sealed']).execute();

    expect(rows.length).toBeGreaterThan(0);
    for (const { token_sealed } of rows) expect(token_sealed).toMatch(/^test\.[\w-]+\.[\w-]+\.[\w-]+$/);
  });
});

describe('linking', () => {
  it('goes from new to registered to linked, and unlinking goes back', async () => {
    const client = await app.withPlan(theo, 'starter');
    await connect(app, client, theo);
    const { id } = await accountOf(app, theo);

    await expect(
      client.call(getAccount, { query: { accountId: id, type: 'instagram_account', select: '_id,updatedAt' } }),
    ).rejects.toMatchObject({ status: 404 });
    await client.link(id);
    await client.link(id);
    const found = await client.call(getAccount, {
      query: { accountId: id, type: 'instagram_account', select: '_id,updatedAt' },
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

  it('stops at the limit of the plan, also when all tabs race', async () => {
    const client = await app.withPlan(theo, 'starter');
    const accounts = await accountsOf(app, theo);
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

  it('is refused for an account that the caller’s own login does not list, as for one that does not exist', async () => {
    const client = await app.withPlan(maya, 'pro');
    const foreign = await accountOf(app, theo);

    await expect(client.call(linkAccount, { body: reference(foreign.id) })).rejects.toMatchObject({
      status: 404,
      code: 'account_not_found',
    });
    await expect(client.call(linkAccount, { body: reference('17841400000000000') })).rejects.toMatchObject({
      status: 404,
      code: 'account_not_found',
    });
  });

  it('needs an active subscription', async () => {
    const client = await app.as('fiona@sandbox.test');
    await connect(app, client, 'fiona@sandbox.test');
    const { id } = await accountOf(app, 'fiona@sandbox.test');

    await expect(client.link(id)).rejects.toMatchObject({ status: 403, code: 'subscription_inactive' });
  });
});
