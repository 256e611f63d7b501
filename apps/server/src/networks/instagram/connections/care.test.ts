import { createHmac } from 'node:crypto';
import {
  createLiveToken,
  getMetaConnection,
  listConnectionAccounts,
  type ConnectionCause,
  type LiveMessage,
} from '@tidemark/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/start-test-app.ts';
import { runWork } from '../../../../test/run-work.ts';
import { listWorldAccounts, connect } from '../../../../test/world.ts';
import { GraphError } from '../client/graph-error.ts';
import { createInstagramGraph } from '../client/instagram-graph.ts';
import { createLocalEventBus } from '../../../platform/events/event-bus.ts';
import { createLog } from '../../../platform/log/log.ts';
import { createVault } from '../../../platform/secrets.ts';
import type { CheckDeps } from './check-connection.ts';
import { createConnectionAccess } from './connection-access.ts';
import { connectionWork } from './jobs.ts';

const day = 86_400_000;
let offset = 0;
const clock = () => new Date(Date.now() + offset);
let app: TestApp;
let deps: CheckDeps;
let reported: LiveMessage[];

beforeAll(async () => {
  app = await startTestApp({ work: false, clock });
  const { environment } = app.sandbox;
  const events = createLocalEventBus<LiveMessage>();
  events.subscribe((message) => reported.push(message));
  deps = {
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
  reported = [];
  await faults([]);
  await app.db.deleteFrom('meta_connection').execute();
  await app.control('ledger', { method: 'DELETE' });
});

const checkConnections = () => runWork(connectionWork, { db: deps.db, clock, log: deps.log, connectionDeps: deps });

const maya = 'maya@sandbox.test';
const access = () => createConnectionAccess({ ...deps, instagramLogin: null });
const toAccess = (userId: string, token: string) => ({ userId, token, accountId: '', host: 'facebook' as const });
const post = (path: string, body: object) => app.control(path, { method: 'POST', body: JSON.stringify(body) });
const faults = (rules: object[]) => post('faults', { rules });
/** Sessions are short, so that users must sign in again after the clock moves. */
const getConnection = async (email: string) => (await (await app.as(email)).call(getMetaConnection, {})).connection;

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
  return deps.vault.decrypt(row.token_encrypted, `meta_connection|${userId}|token_sealed`);
}

describe('login rejected by Meta', () => {
  it.each<[number, ConnectionCause, string]>([
    [458, 'app_removed', 'connect'],
    [459, 'checkpoint', 'open_facebook'],
    [460, 'password_changed', 'connect'],
    [463, 'token_expired', 'connect'],
    [464, 'unconfirmed_user', 'open_facebook'],
    [467, 'token_invalid', 'connect'],
    [492, 'role_lost', 'connect'],
    [999, 'token_invalid', 'connect'],
  ])('(subcode %s) returns the cause and the action to take', async (subcode, cause, action) => {
    const { client } = await connected();
    await post('meta/expire', { email: maya, subcode });

    await expect(client.call(listConnectionAccounts, {})).rejects.toMatchObject({ code: 'meta_not_connected' });

    expect(await getConnection(maya)).toMatchObject({
      isConnected: true,
      tokenValid: false,
      problem: { cause, action, message: expect.stringMatching(/\.$/) },
    });
  });

  it('returns the cause if the reply contains its number as code', async () => {
    const { client } = await connected();
    await faults([{ match: { path: 'me/accounts' }, fault: 'error', params: { code: 459 } }]);

    await expect(client.call(listConnectionAccounts, {})).rejects.toMatchObject({ code: 'meta_not_connected' });

    expect((await getConnection(maya)).problem).toMatchObject({ cause: 'checkpoint', action: 'open_facebook' });
  });

  it('is detected by the daily check', async () => {
    const { userId } = await connected();
    await post('meta/expire', { email: maya, subcode: 460 });
    offset += day;

    await checkConnections();

    expect((await getConnection(maya)).problem?.cause).toBe('password_changed');
    expect(reported).toMatchObject([{ to: 'user', userId, event: { connection: { tokenValid: false } } }]);
  });

  it('appears on open pages within seconds', async () => {
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

  it('recovers after the user resolves the problem on Facebook', async () => {
    const { client, userId } = await connected();
    await faults([{ match: { path: 'me/accounts' }, fault: 'token', params: { subcode: 459 }, times: 1 }]);
    await client.call(listConnectionAccounts, {}).catch(() => undefined);
    expect((await getConnection(maya)).problem?.cause).toBe('checkpoint');
    const before = await app.db.selectFrom('meta_connection').select('connected_at').executeTakeFirstOrThrow();
    offset += 3_700_000;

    await checkConnections();

    expect(await getConnection(maya)).toMatchObject({ tokenValid: true, problem: null });
    expect(reported).toMatchObject([
      { userId, event: { type: 'connection-update', connection: { tokenValid: true } } },
    ]);
    const after = await app.db.selectFrom('meta_connection').select('connected_at').executeTakeFirstOrThrow();
    expect(after.connected_at.getTime()).toBeGreaterThan(before.connected_at.getTime());
  });

  it('ends only if Meta confirms that its token is invalid', async () => {
    const { userId } = await connected();
    const token = await storedToken(userId);
    const failure = new GraphError('auth', 'Ended', { code: 102 });

    expect(await access().reportRejectedToken(toAccess(userId, token), failure)).toBe('valid');
    await faults([{ fault: 'service', match: { path: 'debug_token' } }]);
    expect(await access().reportRejectedToken(toAccess(userId, token), failure)).toBe('unknown');

    expect((await getConnection(maya)).tokenValid).toBe(true);
    await faults([{ fault: 'token', match: { path: 'debug_token' }, params: { subcode: 460 } }]);
    expect(await access().reportRejectedToken(toAccess(userId, token), failure)).toBe('invalid');
    expect((await getConnection(maya)).problem?.cause).toBe('password_changed');
  });

  it('stays after an error about a renewed token', async () => {
    const { userId } = await connected();
    const refusal = new GraphError('auth', 'Expired', { code: 190, subcode: 463 });
    await post('meta/expire', { email: maya, subcode: 463 });

    expect(await access().reportRejectedToken(toAccess(userId, 'the token before'), refusal)).toBe('replaced');
    expect((await getConnection(maya)).tokenValid).toBe(true);

    await access().reportRejectedToken(toAccess(userId, await storedToken(userId)), refusal);
    expect((await getConnection(maya)).tokenValid).toBe(false);
  });
});

describe('token renewal', () => {
  it('exchanges a token for a newer token after a month', async () => {
    const { userId } = await connected();
    const before = await storedToken(userId);
    offset += 31 * day;

    await checkConnections();

    const connection = await getConnection(maya);
    const lives = Date.parse(connection.expiresAt ?? '') - clock().getTime();
    expect(lives / day).toBeCloseTo(60, 0);
    expect(await storedToken(userId)).not.toBe(before);
    const { accounts } = await (await app.as(maya)).call(listConnectionAccounts, {});
    expect(accounts.length).toBeGreaterThan(0);
  });

  it('exchanges a token once under concurrency', async () => {
    await connected();
    await connected('theo@sandbox.test');
    offset += 31 * day;

    await Promise.all([1, 2, 3, 4].map(() => checkConnections()));

    expect(await calls('fb_exchange_token')).toBe(2);
  });

  it('checks a token daily and keeps a recent token', async () => {
    const { userId } = await connected();
    await app.control('ledger', { method: 'DELETE' });
    const before = await storedToken(userId);
    await checkConnections();
    expect(await calls('debug_token')).toBe(0);
    offset += day;

    await checkConnections();
    await checkConnections();

    expect(await calls('debug_token')).toBe(1);
    expect(await calls('fb_exchange_token')).toBe(0);
    expect(await storedToken(userId)).toBe(before);
  });

  it('leaves a token unchanged while Meta is unavailable and retries after an hour', async () => {
    await connected();
    const before = await getConnection(maya);
    offset += 31 * day;
    await faults([{ match: { path: 'oauth/access_token' }, fault: 'html-502' }]);
    await checkConnections();
    expect(await getConnection(maya)).toMatchObject({ tokenValid: true, expiresAt: before.expiresAt });
    await faults([]);
    await checkConnections();
    expect((await getConnection(maya)).expiresAt).toBe(before.expiresAt);
    offset += 3_700_000;

    await checkConnections();

    expect((await getConnection(maya)).expiresAt).not.toBe(before.expiresAt);
  });
});

describe('permissions of a login', () => {
  it('names a revoked permission', async () => {
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

    const { missing } = await access().reportMissingPermission(toAccess(userId, token));

    expect(missing).toEqual(['instagram_manage_insights']);
    expect(await getConnection(maya)).toMatchObject({
      tokenValid: true,
      missingScopes: ['instagram_manage_insights'],
      problem: { cause: 'permission_missing', message: expect.stringContaining('instagram_manage_insights') },
    });
    expect(reported).toHaveLength(1);
    await connected();
    expect(await getConnection(maya)).toMatchObject({ missingScopes: [], problem: null });
  });

  it.each([
    [13, 'data_access_expires'],
    [15, null],
  ])('expires in %s days: warning %s', async (days, kind) => {
    const { userId } = await connected();
    const at = new Date(clock().getTime() + days * day);
    await app.db
      .updateTable('meta_connection')
      .set({ data_access_expires_at: at })
      .where('user_id', '=', userId)
      .execute();

    const { warning, problem, dataAccessExpiresAt } = await getConnection(maya);

    expect(warning).toEqual(kind && { kind, at: at.toISOString() });
    expect(dataAccessExpiresAt).toBe(at.toISOString());
    expect(problem).toBeNull();
  });

  it('expire after 90 days without confirmation even with a valid token', async () => {
    const { userId } = await connected();
    await app.db
      .updateTable('meta_connection')
      .set({ data_access_expires_at: clock() })
      .where('user_id', '=', userId)
      .execute();

    expect(await getConnection(maya)).toMatchObject({
      tokenValid: true,
      warning: null,
      problem: { cause: 'data_access_expired', action: 'connect' },
    });
  });
});

describe('linked accounts', () => {
  async function linked() {
    const client = await app.withPlan(maya, 'agency');
    await connect(app, client, maya);
    const accounts = await listWorldAccounts(app, maya);
    const [{ id } = { id: '' }] = accounts;
    await client.link(id);
    return { client, id, accounts };
  }

  it('shows an account missing from the login with the reason, until the next login lists it', async () => {
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
    expect(await access().explainMissingToken(id)).toMatchObject({ cause: 'role_lost', missing: [] });
    await connect(app, client, maya);
    const again = await client.call(listConnectionAccounts, {});
    expect(again.accounts.find((account) => account.id === id)?.problem?.code).not.toBe('account_unreachable');
  });

  it('records lost and returned accounts in the daily check', async () => {
    const { id } = await linked();
    const findLoss = () =>
      app.db
        .selectFrom('account_ref')
        .select('access_lost_at')
        .where('account_id', '=', id)
        .executeTakeFirstOrThrow()
        .then((row) => row.access_lost_at);
    await faults([
      { match: { path: 'me/(accounts|assigned_pages)' }, fault: 'empty-data' },
      { match: { path: 'me/businesses' }, fault: 'permission' },
      { match: { path: String.raw`/\d{6,}\?` }, fault: 'missing-object' },
    ]);
    offset += day;

    await checkConnections();
    const lostAt = await findLoss();
    await checkConnections();
    await faults([]);
    offset += day + 3 * 3_600_000;
    await checkConnections();

    expect(lostAt).toBeInstanceOf(Date);
    expect(await findLoss()).toBeNull();
  });

  it('syncs an account without a new login when Meta lists it again', async () => {
    const { client, id } = await linked();
    await faults([
      { match: { path: 'me/(accounts|assigned_pages)' }, fault: 'empty-data' },
      { match: { path: 'me/businesses' }, fault: 'permission' },
      // The account is still in the granular scopes but no longer accessible.
      { match: { path: String.raw`/\d{6,}\?` }, fault: 'missing-object' },
    ]);
    const { accounts } = await client.call(listConnectionAccounts, {});
    expect(accounts).toMatchObject([{ id, problem: { code: 'account_unreachable' } }]);
    expect(await access().findToken(id)).toBeNull();
    await faults([]);
    offset = 11_000;

    await client.call(listConnectionAccounts, {});

    expect(await access().findToken(id)).not.toBeNull();
  });

  it('names the user whose login expired, and the cause', async () => {
    const { client, id } = await linked();
    await post('meta/expire', { email: maya, subcode: 460 });
    await client.call(listConnectionAccounts, {}).catch(() => undefined);

    expect(await access().explainMissingToken(id)).toMatchObject({ cause: 'password_changed' });

    await app.db.deleteFrom('meta_connection').execute();
    expect(await access().explainMissingToken(id)).toMatchObject({ cause: 'disconnected' });
  });

  it('finds an account missing from the pages through the business portfolio', async () => {
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
