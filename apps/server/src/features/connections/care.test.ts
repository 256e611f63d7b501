import { createHmac } from 'node:crypto';
import {
  createLiveToken,
  getMetaConnection,
  listConnectionAccounts,
  type ConnectionCause,
  type LiveMessage,
} from '@tidemark/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/start-test-app.ts';
import { accountsOf, connect } from '../../../test/world.ts';
import { GraphFailure } from '../../clients/instagram-graph/graph-failure.ts';
import { createInstagramGraph } from '../../clients/instagram-graph/instagram-graph.ts';
import { createLocalEventBus } from '../../platform/events/event-bus.ts';
import { createLog } from '../../platform/log/log.ts';
import { createVault } from '../../platform/secrets.ts';
import { careForConnections, type CareNeeds } from './care-for-connections.ts';
import { createConnectionAccess, startConnectionCare } from './index.ts';

const day = 86_400_000;
let offset = 0;
const clock = () => new Date(Date.now() + offset);
let app: TestApp;
let needs: CareNeeds;
let told: LiveMessage[];

beforeAll(async () => {
  app = await startTestApp({ work: false, clock });
  const { environment } = app.sandbox;
  const events = createLocalEventBus<LiveMessage>();
  events.subscribe((message) => told.push(message));
  needs = {
    db: app.db,
    clock,
    events,
    vault: createVault(`test:${Buffer.alloc(32, 7).toString('base64')}`),
    log: createLog({ level: 'silent' }),
    businessLogin: createInstagramGraph({
      baseUrl: environment['META_GRAPH_BASE_URL'] ?? '',
      version: 'v25.0',
      appId: environment['META_APP_ID'] ?? '',
      appSecret: environment['META_APP_SECRET'] ?? '',
      dayZone: 'UTC',
    }).businessLogin,
  };
});
afterAll(() => app.close());
beforeEach(async () => {
  offset = 0;
  told = [];
  await faults([]);
  await app.db.deleteFrom('meta_connection').execute();
  await app.control('ledger', { method: 'DELETE' });
});

const maya = 'maya@sandbox.test';
const access = () => createConnectionAccess(needs);
const post = (path: string, body: object) => app.control(path, { method: 'POST', body: JSON.stringify(body) });
const faults = (rules: object[]) => post('faults', { rules });
/** Sign-ins are short: after a leap in time a person has to come again. */
const connectionOf = async (email: string) => (await (await app.as(email)).call(getMetaConnection, {})).connection;

async function connected(email = maya) {
  const client = await app.as(email);
  await connect(app, client, email);
  const { user } = await client.load();
  return { client, userId: user._id };
}

async function calls(part: string): Promise<number> {
  const { entries } = await app.control<{ entries: { path: string }[] }>('ledger');
  return entries.filter(({ path }) => path.includes(part)).length;
}

async function storedToken(userId: string) {
  const row = await app.db
    .selectFrom('meta_connection')
    .selectAll()
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return needs.vault.open(row.token_sealed, `meta_connection|${userId}|token_sealed`);
}

describe('a login that Meta refuses', () => {
  it.each<[number, ConnectionCause, string]>([
    [458, 'app_removed', 'connect'],
    [459, 'checkpoint', 'open_facebook'],
    [460, 'password_changed', 'connect'],
    [463, 'token_expired', 'connect'],
    [464, 'unconfirmed_user', 'open_facebook'],
    [467, 'token_invalid', 'connect'],
    [492, 'role_lost', 'connect'],
    [999, 'token_invalid', 'connect'],
  ])('(subcode %s) says why, and what to do about it', async (subcode, cause, action) => {
    const { client } = await connected();
    await post('meta/expire', { email: maya, subcode });

    await expect(client.call(listConnectionAccounts, {})).rejects.toMatchObject({ code: 'meta_not_connected' });

    expect(await connectionOf(maya)).toMatchObject({
      isConnected: true,
      tokenValid: false,
      problem: { cause, action, message: expect.stringMatching(/\.$/) },
    });
  });

  it('is found by the daily check as well', async () => {
    const { userId } = await connected();
    await post('meta/expire', { email: maya, subcode: 460 });
    offset += day;

    await careForConnections(needs);

    expect((await connectionOf(maya)).problem?.cause).toBe('password_changed');
    expect(told).toMatchObject([{ to: 'user', userId, event: { connection: { tokenValid: false } } }]);
  });

  it('is told to an open screen within seconds', async () => {
    const { client, userId } = await connected();
    const { token } = await client.call(createLiveToken, { params: { userId } });
    const stop = new AbortController();
    const stream = await fetch(`${app.url}/api/v1/sse/user/${token}`, { signal: stop.signal });
    await post('meta/expire', { email: maya, subcode: 458 });
    const startedAt = performance.now();

    await client.call(listConnectionAccounts, {}).catch(() => undefined);

    let text = '';
    for await (const part of stream.body ?? []) {
      text += new TextDecoder().decode(part);
      if (text.includes('"app_removed"')) break;
    }
    stop.abort();
    expect(text).toContain('event: connection-update');
    expect(performance.now() - startedAt).toBeLessThan(5000);
  });

  it('goes on by itself when the person has helped it at Facebook', async () => {
    const { client, userId } = await connected();
    await faults([{ match: { path: 'me/accounts' }, fault: 'token', params: { subcode: 459 }, times: 1 }]);
    await client.call(listConnectionAccounts, {}).catch(() => undefined);
    expect((await connectionOf(maya)).problem?.cause).toBe('checkpoint');
    const before = await app.db.selectFrom('meta_connection').select('connected_at').executeTakeFirstOrThrow();
    offset += 3_700_000;

    await careForConnections(needs);

    expect(await connectionOf(maya)).toMatchObject({ tokenValid: true, problem: null });
    expect(told).toMatchObject([{ userId, event: { type: 'connection-update', connection: { tokenValid: true } } }]);
    const after = await app.db.selectFrom('meta_connection').select('connected_at').executeTakeFirstOrThrow();
    expect(after.connected_at.getTime()).toBeGreaterThan(before.connected_at.getTime());
  });

  it('is only what a dead token means: no other refusal ends it', async () => {
    const { userId } = await connected();

    await access().reportDeadToken(userId, new GraphFailure('permission', 'No', { code: 10 }));
    await access().reportDeadToken(userId, new GraphFailure('throttle-app', 'Wait', { code: 4 }));

    expect((await connectionOf(maya)).tokenValid).toBe(true);
    await access().reportDeadToken(userId, new GraphFailure('auth', 'Ended', { code: 102 }));
    expect((await connectionOf(maya)).problem?.cause).toBe('token_invalid');
  });

  it('is not one whose token has been renewed in the meantime', async () => {
    const { userId } = await connected();
    const refusal = new GraphFailure('auth', 'Expired', { code: 190, subcode: 463 });

    await access().reportDeadToken(userId, refusal, 'the token before');
    expect((await connectionOf(maya)).tokenValid).toBe(true);

    await access().reportDeadToken(userId, refusal, await storedToken(userId));
    expect((await connectionOf(maya)).tokenValid).toBe(false);
  });
});

describe('a token', () => {
  it('is exchanged for a younger one after a month, and works', async () => {
    const { userId } = await connected();
    const before = await storedToken(userId);
    offset += 31 * day;

    await careForConnections(needs);

    const connection = await connectionOf(maya);
    const lives = Date.parse(connection.expiresAt ?? '') - clock().getTime();
    expect(lives / day).toBeCloseTo(60, 0);
    expect(await storedToken(userId)).not.toBe(before);
    const { accounts } = await (await app.as(maya)).call(listConnectionAccounts, {});
    expect(accounts.length).toBeGreaterThan(0);
  });

  it('is exchanged once, however many want it at the same time', async () => {
    await connected();
    await connected('theo@sandbox.test');
    offset += 31 * day;

    await Promise.all([1, 2, 3, 4].map(() => careForConnections(needs)));

    expect(await calls('fb_exchange_token')).toBe(2);
  });

  it('is looked at once a day, and left as it is while it is young', async () => {
    const { userId } = await connected();
    await app.control('ledger', { method: 'DELETE' });
    const before = await storedToken(userId);
    await careForConnections(needs);
    expect(await calls('debug_token')).toBe(0);
    offset += day;

    await careForConnections(needs);
    await careForConnections(needs);

    expect(await calls('debug_token')).toBe(1);
    expect(await calls('fb_exchange_token')).toBe(0);
    expect(await storedToken(userId)).toBe(before);
  });

  it('is kept as it is while Meta is away, and tried again an hour later', async () => {
    await connected();
    const before = await connectionOf(maya);
    offset += 31 * day;
    await faults([{ match: { path: 'oauth/access_token' }, fault: 'html-502' }]);
    await careForConnections(needs);
    expect(await connectionOf(maya)).toMatchObject({ tokenValid: true, expiresAt: before.expiresAt });
    await faults([]);
    await careForConnections(needs);
    expect((await connectionOf(maya)).expiresAt).toBe(before.expiresAt);
    offset += 3_700_000;

    await careForConnections(needs);

    expect((await connectionOf(maya)).expiresAt).not.toBe(before.expiresAt);
  });

  it('is cared for in the background', async () => {
    await connected();
    offset += 31 * day;

    const stop = startConnectionCare(needs);

    await expect.poll(() => calls('fb_exchange_token')).toBe(1);
    await stop();
  });
});

describe('what a login may read', () => {
  it('is named when a part of it was taken back', async () => {
    const { userId } = await connected();
    const token = await storedToken(userId);
    const graph = app.sandbox.environment['META_GRAPH_BASE_URL'] ?? '';
    const proof = createHmac('sha256', app.sandbox.environment['META_APP_SECRET'] ?? '')
      .update(token)
      .digest('hex');
    await fetch(
      `${graph}/v25.0/me/permissions/instagram_manage_insights?access_token=${token}&appsecret_proof=${proof}`,
      { method: 'DELETE' },
    );

    const { missing } = await access().reportMissingPermission(userId);

    expect(missing).toEqual(['instagram_manage_insights']);
    expect(await connectionOf(maya)).toMatchObject({
      tokenValid: true,
      missingScopes: ['instagram_manage_insights'],
      problem: { cause: 'permission_missing', message: expect.stringContaining('instagram_manage_insights') },
    });
    expect(told).toHaveLength(1);
    await connected();
    expect(await connectionOf(maya)).toMatchObject({ missingScopes: [], problem: null });
  });

  it.each([
    [13, 'data_access_expires'],
    [15, null],
  ])('ends in %s days: warning %s', async (days, kind) => {
    const { userId } = await connected();
    const at = new Date(clock().getTime() + days * day);
    await app.db
      .updateTable('meta_connection')
      .set({ data_access_expires_at: at })
      .where('user_id', '=', userId)
      .execute();

    const { warning, problem, dataAccessExpiresAt } = await connectionOf(maya);

    expect(warning).toEqual(kind && { kind, at: at.toISOString() });
    expect(dataAccessExpiresAt).toBe(at.toISOString());
    expect(problem).toBeNull();
  });

  it('has ended when the access was not confirmed for 90 days, although the token is good', async () => {
    const { userId } = await connected();
    await app.db
      .updateTable('meta_connection')
      .set({ data_access_expires_at: clock() })
      .where('user_id', '=', userId)
      .execute();

    expect(await connectionOf(maya)).toMatchObject({
      tokenValid: true,
      warning: null,
      problem: { cause: 'data_access_expired', action: 'connect' },
    });
  });
});

describe('an account that is linked', () => {
  async function linked() {
    const client = await app.withPlan(maya, 'agency');
    await connect(app, client, maya);
    const accounts = await accountsOf(app, maya);
    const [{ id } = { id: '' }] = accounts;
    await client.link(id);
    return { client, id, accounts };
  }

  it('and that the login lists no more is shown with the reason, and is back with the next login', async () => {
    const { client, id } = await linked();
    const { people } = await app.control<{ people: { accounts: { id: string; pageId: string }[] }[] }>('world');
    const pageId = people.flatMap(({ accounts }) => accounts).find((account) => account.id === id)?.pageId;
    const { code } = await app.control<{ code: string }>('meta/code', {
      method: 'POST',
      body: JSON.stringify({ email: maya, excludedPages: [pageId] }),
    });
    await client.connectMeta(code);

    const { accounts } = await client.call(listConnectionAccounts, {});

    expect(accounts.find((account) => account.id === id)).toMatchObject({
      linked: true,
      problem: { code: 'account_unreachable' },
    });
    expect(await access().findToken(id)).toBeNull();
    expect(await access().whyNone(id)).toMatchObject({ cause: 'role_lost', missing: [] });
    await connect(app, client, maya);
    const again = await client.call(listConnectionAccounts, {});
    expect(again.accounts.find((account) => account.id === id)?.problem?.code).not.toBe('account_unreachable');
  });

  it('is read again when Meta lists it again, without a new login', async () => {
    const { client, id } = await linked();
    await faults([
      { match: { path: 'me/accounts' }, fault: 'empty-data' },
      { match: { path: 'me/businesses' }, fault: 'permission' },
    ]);
    const { accounts } = await client.call(listConnectionAccounts, {});
    expect(accounts).toMatchObject([{ id, problem: { code: 'account_unreachable' } }]);
    expect(await access().findToken(id)).toBeNull();
    await faults([]);

    await client.call(listConnectionAccounts, {});

    expect(await access().findToken(id)).not.toBeNull();
  });

  it('says whose login has ended, and how', async () => {
    const { client, id } = await linked();
    await post('meta/expire', { email: maya, subcode: 460 });
    await client.call(listConnectionAccounts, {}).catch(() => undefined);

    expect(await access().whyNone(id)).toMatchObject({ cause: 'password_changed' });

    await app.db.deleteFrom('meta_connection').execute();
    expect(await access().whyNone(id)).toMatchObject({ cause: 'disconnected' });
  });

  it('is found through the business portfolio when the list of pages misses it', async () => {
    const theo = 'theo@sandbox.test';
    const client = await app.withPlan(theo, 'agency');
    await connect(app, client, theo);
    const { accounts: before } = await client.call(listConnectionAccounts, {});
    await faults([{ match: { path: 'me/accounts' }, fault: 'empty-data' }]);

    const { accounts } = await client.call(listConnectionAccounts, {});

    expect(accounts.length).toBeGreaterThan(0);
    expect(before.map(({ id }) => id)).toEqual(expect.arrayContaining(accounts.map(({ id }) => id)));
  });
});
