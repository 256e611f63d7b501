import {
  checkFeatures,
  createLiveToken,
  listAudit,
  listUsers,
  setSubscription,
  setUserDisabled,
  setUserRole,
  type AuditRow,
} from '@tidemark/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { untilStreamsChecked } from '../../../test/live-stream.ts';
import { startTestApp, type TestApp } from '../../../test/start-test-app.ts';
import type { TestClient } from '../../../test/test-client.ts';
import { createSigner } from '../../platform/signer.ts';
import { auditPurpose, verifyAudit } from '../audit/index.ts';

let app: TestApp;
let operator: TestClient;
let stranger: TestClient;
beforeAll(async () => {
  app = await startTestApp();
  operator = await app.as('olu@sandbox.test');
  stranger = await app.as('theo@sandbox.test');
  await Promise.all([operator.load(), stranger.load()]);
});
afterAll(() => app.close());

const keys = `test:${Buffer.alloc(32, 7).toString('base64')}`;
const audit = () => ({ db: app.db, signer: createSigner(keys, auditPurpose) });
const nobody = '11111111-1111-4111-8111-111111111111';

async function newestEntry(): Promise<AuditRow | undefined> {
  return (await operator.call(listAudit, { query: {} })).entries[0];
}

async function entriesAdded(work: () => Promise<unknown>): Promise<number> {
  const before = (await operator.call(listAudit, { query: {} })).total;
  await work();
  return (await operator.call(listAudit, { query: {} })).total - before;
}

async function getStatus(method: string, path: string, body?: unknown, client = operator): Promise<number> {
  const answer = await fetch(`${app.url}/api/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${client.token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  await answer.body?.cancel();
  return answer.status;
}

describe('operator endpoints', () => {
  const matrix: [string, string, unknown][] = [
    ['GET', '/admin/overview', undefined],
    ['GET', '/admin/setup', undefined],
    ['GET', '/admin/fleet', undefined],
    ['GET', '/admin/accounts/stats', undefined],
    ['PUT', '/admin/accounts/178/throttle', { throttle: 2 }],
    ['GET', '/admin/users', undefined],
    ['PUT', `/admin/users/${nobody}/role`, { role: 'user' }],
    ['PUT', `/admin/users/${nobody}/disabled`, { disabled: true }],
    [
      'PUT',
      `/admin/users/${nobody}/subscription`,
      { plan: 'pro', status: 'active', currentPeriodEnd: null, cancelAt: null },
    ],
    ['GET', '/admin/audit', undefined],
  ];

  it.each(matrix)('%s %s is forbidden for other users and open to operators', async (method, path, body) => {
    const anonymous = await fetch(`${app.url}/api/v1${path}`, { method });
    await anonymous.body?.cancel();

    expect(anonymous.status).toBe(401);
    expect(await getStatus(method, path, body, stranger)).toBe(403);
    expect(await getStatus(method, path, body)).toBe(method === 'GET' ? 200 : 404);
  });

  it.each([
    '/admin/users?page=-1',
    '/admin/users?page=one',
    '/admin/users?pageSize=7',
    '/admin/users?sort=password',
    '/admin/users?order=up',
    '/admin/users?unknown=1',
    `/admin/users?search=${'x'.repeat(101)}`,
    '/admin/accounts/stats?pageSize=1000',
    '/admin/accounts/stats?sort=dailyMax',
    '/admin/audit?page=',
  ])('rejects undeclared parameters: %s', async (path) => {
    expect(await getStatus('GET', path)).toBe(400);
  });

  it.each([
    ['a word', { throttle: 'ten' }],
    ['a number as text', { throttle: '10' }],
    ['nothing', { throttle: null }],
    ['less than 1', { throttle: 0.99 }],
    ['a negative number', { throttle: -1 }],
    ['more than 100', { throttle: 100.01 }],
    ['a huge number', { throttle: 1e12 }],
    ['a thousandth', { throttle: 1.005 }],
    ['another key', { throttle: 2, role: 'system-admin' }],
  ])('rejects %s as a throttle factor', async (_, body) => {
    expect(await getStatus('PUT', '/admin/accounts/178/throttle', body)).toBe(400);
  });
});

describe('audit log', () => {
  it('has one entry for each action, including failed actions', async () => {
    const { user } = await stranger.load();

    const done = await entriesAdded(() =>
      operator.call(setUserRole, { params: { userId: user._id }, body: { role: 'user' } }),
    );
    expect(done).toBe(1);
    expect(await newestEntry()).toMatchObject({
      action: 'user.role',
      target: `user:${user._id}`,
      targetName: 'Theo Okafor',
      actor: { name: 'Olu Adeyemi' },
      change: { role: 'user', before: 'user' },
      outcome: 'ok',
      failure: null,
      ip: expect.stringMatching(/^(::ffff:)?127\.0\.0\.1$|^::1$/),
    });
    for (const [method, path, body, action, code] of [
      ['PUT', '/admin/accounts/178/throttle', { throttle: 2 }, 'account.throttle', 'account_not_found'],
      ['PUT', `/admin/users/${nobody}/role`, { role: 'user' }, 'user.role', 'user_not_found'],
      ['PUT', `/admin/users/${nobody}/disabled`, { disabled: true }, 'user.disabled', 'user_not_found'],
      [
        'PUT',
        `/admin/users/${user._id}/subscription`,
        { plan: 'gold', status: 'active', currentPeriodEnd: null, cancelAt: null },
        'subscription.set',
        'plan_not_found',
      ],
    ] as const) {
      expect(await entriesAdded(() => getStatus(method, path, body)), path).toBe(1);
      expect(await newestEntry()).toMatchObject({ action, outcome: 'failed', failure: code });
    }
  });

  it('stays a single chain under concurrent actions and pages from the newest entry', async () => {
    const { user } = await stranger.load();
    const act = () => operator.call(setUserRole, { params: { userId: user._id }, body: { role: 'user' } });

    await Promise.all(Array.from({ length: 8 }, act));

    const first = await operator.call(listAudit, { query: { pageSize: '5' } });
    const second = await operator.call(listAudit, { query: { pageSize: '5', page: '1' } });
    expect(first.chain.intact).toBe(true);
    expect(first.chain.checked).toBe(first.total);
    const ids = [...first.entries, ...second.entries].map(({ id }) => id);
    expect(ids).toEqual(ids.toSorted((a, b) => b - a));
    expect(new Set(ids).size).toBe(10);
  });

  it('cannot be changed through the application’s own database connection', async () => {
    await expect(app.db.updateTable('audit_entry').set({ action: 'nothing' }).execute()).rejects.toThrow(
      /never changed/,
    );
    await expect(app.db.deleteFrom('audit_entry').execute()).rejects.toThrow(/never changed/);
    await expect(sql`truncate audit_entry`.execute(app.db)).rejects.toThrow(/never changed/);
  });

  it('shows which entries were tampered with', async () => {
    const tamper = (statement: string) =>
      app.db.transaction().execute(async (transaction) => {
        await sql`set local session_replication_role = replica`.execute(transaction);
        await sql.raw(statement).execute(transaction);
      });
    const ids = (await app.db.selectFrom('audit_entry').select('entry_id').orderBy('entry_id').execute()).map(
      ({ entry_id }) => entry_id,
    );
    const [, second, third] = ids;
    const last = ids.at(-1);
    await sql`create table kept as select * from audit_entry`.execute(app.db);
    const restore = async () => {
      await tamper('delete from audit_entry');
      await tamper('insert into audit_entry overriding system value select * from kept');
    };

    await tamper(`update audit_entry set change = '{"role": "user", "before": "other"}' where entry_id = ${third}`);
    expect(await verifyAudit(audit())).toMatchObject({ intact: false, brokenAt: third });
    expect((await operator.call(listAudit, { query: {} })).chain.intact).toBe(false);
    await restore();
    await tamper(`update audit_entry set ip = null where entry_id = ${third}`);
    expect(await verifyAudit(audit())).toMatchObject({ intact: false, brokenAt: third });
    await restore();
    await tamper(`delete from audit_entry where entry_id = ${second}`);
    expect(await verifyAudit(audit())).toMatchObject({ intact: false });
    await restore();
    await tamper(`delete from audit_entry where entry_id = ${last}`);
    expect(await verifyAudit(audit())).toMatchObject({ intact: false });
    await restore();

    expect(await verifyAudit(audit())).toMatchObject({ intact: true, checked: ids.length });
  });
});

describe('operators', () => {
  it("revokes an operator's access with the next request after demotion, even with a valid token", async () => {
    const { user } = await stranger.load();
    await operator.call(setUserRole, { params: { userId: user._id }, body: { role: 'system-admin' } });
    const before = await getStatus('GET', '/admin/overview', undefined, stranger);
    const stream = await listen(stranger, user._id);

    await operator.call(setUserRole, { params: { userId: user._id }, body: { role: 'user' } });

    expect(before).toBe(200);
    expect(await getStatus('GET', '/admin/overview', undefined, stranger)).toBe(403);
    await stream.until((text) => /"type":"user-update".*"role":"user"/.test(text), 1_000);
    expect(await stranger.call(checkFeatures, { query: { features: 'system' } })).toEqual({ system: false });
    await stream.close();
  });

  it('notifies an open stream of a role change within five seconds, even after a direct database change', async () => {
    const { user } = await stranger.load();
    const stream = await listen(stranger, user._id);
    await stream.until((text) => text.includes('ping'), 1_000);
    // The check must have polled the previous role once.
    await untilStreamsChecked(app, 'nadia@sandbox.test');

    await app.db.updateTable('app_user').set({ role: 'system-admin' }).where('user_id', '=', user._id).execute();

    await stream.until((text) => /"type":"user-update".*"role":"system-admin"/.test(text), 5_000);
    await app.db.updateTable('app_user').set({ role: 'user' }).where('user_id', '=', user._id).execute();
    await stream.close();
  });

  it('prevents operators from demoting the last operator or disabling themselves', async () => {
    const { user } = await operator.load();
    const params = { userId: user._id };

    await expect(operator.call(setUserRole, { params, body: { role: 'user' } })).rejects.toMatchObject({
      status: 409,
      code: 'last_operator',
    });
    await expect(operator.call(setUserDisabled, { params, body: { disabled: true } })).rejects.toMatchObject({
      status: 409,
      code: 'not_oneself',
    });
    expect((await operator.load()).user.role).toBe('system-admin');
  });

  it('keeps one operator when two demote each other concurrently', async () => {
    const { user: other } = await stranger.load();
    const { user } = await operator.load();
    await operator.call(setUserRole, { params: { userId: other._id }, body: { role: 'system-admin' } });

    const answers = await Promise.allSettled([
      operator.call(setUserRole, { params: { userId: other._id }, body: { role: 'user' } }),
      stranger.call(setUserRole, { params: { userId: user._id }, body: { role: 'user' } }),
    ]);

    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await app.db.updateTable('app_user').set({ role: 'user' }).where('user_id', '=', other._id).execute();
    await app.db.updateTable('app_user').set({ role: 'system-admin' }).where('user_id', '=', user._id).execute();
  });

  it('disables a user immediately, including open streams, and can enable the user again', async () => {
    const client = await app.as('cal@sandbox.test');
    const { user } = await client.load();
    const stream = await listen(client, user._id);

    await operator.call(setUserDisabled, { params: { userId: user._id }, body: { disabled: true } });

    await stream.until((text) => text.includes('sse-expired'), 1_000);
    expect(await getStatus('GET', '/account/list', undefined, client)).toBe(403);
    await operator.call(setUserDisabled, { params: { userId: user._id }, body: { disabled: false } });
    expect(await getStatus('GET', '/account/list', undefined, client)).toBe(200);
  });
});

describe('list of users', () => {
  it('pages, sorts and searches users in the database', async () => {
    for (const email of ['maya', 'fiona', 'nadia', 'ines', 'edgar'])
      await (await app.as(`${email}@sandbox.test`)).load();
    const names = async (query: object) =>
      (await operator.call(listUsers, { query: { sort: 'name', ...query } })).users.map(({ name }) => name);

    expect(await names({})).toEqual(['Cal Moreno', 'Edgar Voss', 'Free Fiona Marsh', 'Ines Duarte', 'Maya Lindqvist']);
    expect(await names({ page: '1' })).toEqual(['Nadia Brandt', 'Olu Adeyemi', 'Theo Okafor']);
    expect((await names({ order: 'desc', pageSize: '10' }))[0]).toBe('Theo Okafor');
    expect(await names({ search: 'lind' })).toEqual(['Maya Lindqvist']);
    expect(await names({ search: 'INES@sand' })).toEqual(['Ines Duarte']);
    expect(await names({ search: "o'; drop table app_user --" })).toEqual([]);
    expect(await names({ search: '%' })).toHaveLength(5);
    expect(await names({ role: 'system-admin' })).toEqual(['Olu Adeyemi']);
    expect((await operator.call(listUsers, { query: {} })).total).toBe(8);
  });

  it('shows plan, status and last activity', async () => {
    await app.withPlan('ines@sandbox.test', 'agency');

    const { users } = await operator.call(listUsers, { query: { search: 'ines' } });

    expect(users[0]).toMatchObject({
      role: 'user',
      accountStatus: 'active',
      plan: { id: 'agency' },
      subscriptionStatus: 'active',
    });
    expect(Date.now() - Date.parse(users[0]?.lastLogin ?? '')).toBeLessThan(60_000);
  });
});

it('records a manually assigned plan in the audit log', async () => {
  const { user } = await stranger.load();
  const body = { plan: 'starter', status: 'active' as const, currentPeriodEnd: null, cancelAt: null };

  await operator.call(setSubscription, { params: { userId: user._id }, body });

  expect((await stranger.load()).user.accountLimits.total).toBe(3);
  expect(await newestEntry()).toMatchObject({ action: 'subscription.set', change: body });
});

/** Opens the user's stream and collects its output as text. */
async function listen(client: TestClient, userId: string) {
  const { token } = await client.call(createLiveToken, { params: { userId } });
  const stop = new AbortController();
  const answer = await fetch(`${app.url}/api/v1/sse/user/${token}`, { signal: stop.signal });
  let text = '';
  const reading = (async () => {
    const decoder = new TextDecoder();
    for await (const part of answer.body ?? []) text += decoder.decode(part, { stream: true });
  })().catch(() => undefined);
  return {
    async until(isThere: (text: string) => boolean, within: number) {
      for (const deadline = Date.now() + within; !isThere(text); await new Promise((done) => setTimeout(done, 20)))
        if (Date.now() > deadline) throw new Error(`Not in time; came: ${text.slice(-500)}`);
    },
    close: () => (stop.abort(), reading),
  };
}
