import * as contract from '@tidemark/contract';
import {
  createApiKey,
  dayMillis,
  exportOwnData,
  getTimeseries,
  listAccounts,
  listApiKeys,
  maxKeysPerUser,
  queryPosts,
  revokeApiKey,
  setUserDisabled,
  deleteUser,
  type Endpoint,
  type KeyScope,
} from '@tidemark/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/start-test-app.ts';
import { createTestClient, type TestClient } from '../../../test/test-client.ts';
import { connect, getWorldAccount } from '../../../test/world.ts';

let app: TestApp;
let maya: TestClient;
let accountId: string;
let now = new Date();

beforeAll(async () => {
  app = await startTestApp({ work: false, clock: () => now });
  maya = await app.withPlan('maya@sandbox.test', 'pro');
  await connect(app, maya, 'maya@sandbox.test');
  accountId = (await getWorldAccount(app, 'maya@sandbox.test')).id;
  await maya.link(accountId);
});
afterAll(() => app.close());

async function create(
  client: TestClient,
  {
    scopes = ['analytics:read', 'posts:read'],
    expiresInDays = null,
  }: { scopes?: KeyScope[]; expiresInDays?: number | null } = {},
) {
  const { key, apiKey } = await client.call(createApiKey, { body: { name: 'Sheet', scopes, expiresInDays } });
  return { id: apiKey.id, key, withKey: createTestClient(app.url, key) };
}

const week = { startDate: '2026-10-01T00:00:00.000Z', endDate: '2026-10-07T23:59:59.999Z' };
const series = () => ({ params: { metric: 'views' as const }, body: { ...week, accountIds: [accountId] } });
const posts = () => ({
  body: {
    grid: { paginationModel: { page: 0, pageSize: 1 }, sortModel: [] },
    filters: { query: '', filterMode: 'published' as const, isoStart: week.startDate, isoEnd: week.endDate },
    platform: 'instagram' as const,
    accountIds: [accountId],
  },
});

it('creates a key that is shown once and stored as a hash', async () => {
  const { key, id } = await create(maya);

  const { keys } = await maya.call(listApiKeys, {});
  const row = await app.db.selectFrom('api_key').selectAll().where('key_id', '=', id).executeTakeFirstOrThrow();

  expect(key).toMatch(/^tmk_[\w-]{43}$/);
  expect(keys[0]).toMatchObject({ id, name: 'Sheet', hint: key.slice(0, 8), lastUsedAt: null, isExpired: false });
  expect(JSON.stringify(keys)).not.toContain(key);
  expect(JSON.stringify({ ...row, key_hash: row.key_hash.toString('latin1') })).not.toContain(key.slice(8));
});

it("reads only what a key's scopes allow", async () => {
  const analytics = await create(maya, { scopes: ['analytics:read'] });
  const postsKey = await create(maya, { scopes: ['posts:read'] });

  expect((await analytics.withKey.call(getTimeseries, series())).perAccount).toHaveProperty(accountId);
  expect(await postsKey.withKey.call(queryPosts, posts())).toMatchObject({ rows: expect.any(Array) });
  await expect(analytics.withKey.call(queryPosts, posts())).rejects.toMatchObject({
    status: 403,
    code: 'key_scope_missing',
    body: { error: { details: { scope: 'posts:read' } } },
  });
  await expect(postsKey.withKey.call(getTimeseries, series())).rejects.toMatchObject({ code: 'key_scope_missing' });
  for (const { withKey } of [analytics, postsKey])
    expect((await withKey.call(listAccounts, {})).accounts.map(({ _id }) => _id)).toEqual([accountId]);
});

it('rejects a key at every call without a scope, whoever owns the key', async () => {
  const olu = await app.as('olu@sandbox.test');
  const isEndpoint = (value: unknown): value is Endpoint =>
    typeof value === 'object' && value !== null && 'path' in value && 'access' in value;
  const closed = Object.values<unknown>(contract)
    .filter(isEndpoint)
    .filter(({ access, scope }) => (access === 'user' || access === 'system-admin') && !scope);

  for (const { key } of [await create(maya), await create(olu)])
    for (const { method, path } of closed) {
      const answer = await fetch(`${app.url}/api/v1${path.replaceAll(/:\w+/g, 'x')}`, {
        method,
        headers: { authorization: `Bearer ${key}` },
      });
      expect(answer.status, `${method} ${path}`).toBe(403);
      expect(await answer.text(), `${method} ${path}`).toMatch(/"key_not_accepted"|"forbidden"/);
    }

  expect(closed.length).toBeGreaterThan(40);
  expect(closed).toEqual(expect.arrayContaining([createApiKey, revokeApiKey, listApiKeys, exportOwnData]));
});

it('treats another user’s account as nonexistent', async () => {
  const { withKey } = await create(await app.as('cal@sandbox.test'));

  await expect(withKey.call(getTimeseries, series())).rejects.toMatchObject({ code: 'account_not_found' });
});

it('rejects a revoked key at the next call', async () => {
  const { id, withKey } = await create(maya);
  await withKey.call(listAccounts, {});

  await maya.call(revokeApiKey, { params: { id } });

  await expect(withKey.call(listAccounts, {})).rejects.toMatchObject({ status: 401, code: 'key_rejected' });
});

it("neither lists nor revokes another user's keys", async () => {
  const { id, withKey } = await create(maya);
  const cal = await app.as('cal@sandbox.test');

  await expect(cal.call(revokeApiKey, { params: { id } })).rejects.toMatchObject({ status: 404, code: 'not_found' });

  expect((await cal.call(listApiKeys, {})).keys.map((key) => key.id)).not.toContain(id);
  await expect(withKey.call(listAccounts, {})).resolves.toBeDefined();
});

it('expires after 90 days by default', async () => {
  const body = { name: 'Sheet', scopes: ['posts:read' as const] };

  const { apiKey } = await maya.call(createApiKey, { body });
  const { apiKey: chosen } = await maya.call(createApiKey, { body: { ...body, expiresInDays: null } });

  const days = (Date.parse(apiKey.expiresAt ?? '') - Date.parse(apiKey.createdAt)) / 86_400_000;
  expect(days).toBe(90);
  expect(chosen.expiresAt).toBeNull();
  for (const { id } of [apiKey, chosen]) await maya.call(revokeApiKey, { params: { id } });
});

it('rejects an expired key and lists it as expired', async () => {
  const { id, withKey } = await create(maya, { expiresInDays: 30 });
  await withKey.call(listAccounts, {});
  now = new Date(now.getTime() + 30 * dayMillis);
  // Tokens expire as well.
  maya = await app.as('maya@sandbox.test');

  await expect(withKey.call(listAccounts, {})).rejects.toMatchObject({ status: 401, code: 'key_rejected' });

  const { keys } = await maya.call(listApiKeys, {});
  expect(keys.find((key) => key.id === id)).toMatchObject({ isExpired: true });
});

it('rejects guessed and truncated keys', async () => {
  const { key } = await create(maya);

  for (const guess of [`tmk_${'a'.repeat(43)}`, key.slice(0, -1), `${key}a`, 'tmk_', `TMK_${key.slice(4)}`])
    await expect(createTestClient(app.url, guess).call(listAccounts, {})).rejects.toMatchObject({ status: 401 });
});

it('records the last use to the minute', async () => {
  const { id, withKey } = await create(maya);
  const usedAt = async () => (await maya.call(listApiKeys, {})).keys.find((key) => key.id === id)?.lastUsedAt ?? null;
  await withKey.call(listAccounts, {});
  const first = now;
  now = new Date(first.getTime() + 30_000);
  await withKey.call(listAccounts, {});
  expect(await usedAt()).toBe(first.toISOString());

  now = new Date(first.getTime() + 60_000);
  await withKey.call(listAccounts, {});

  expect(await usedAt()).toBe(now.toISOString());
});

it('limits the number of keys per user, even with concurrent requests', async () => {
  const theo = await app.as('theo@sandbox.test');

  const results = await Promise.allSettled(Array.from({ length: maxKeysPerUser + 3 }, () => create(theo)));

  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(maxKeysPerUser);
  await expect(create(theo)).rejects.toMatchObject({ status: 409, code: 'key_limit_reached' });
});

it.each([
  ['without scopes', { scopes: [] }],
  ['with a scope twice', { scopes: ['posts:read', 'posts:read'] }],
  ['with an unknown scope', { scopes: ['account:write'] }],
  ['without a visible name', { name: '\u200b' }],
  ['that has expired', { expiresInDays: 0 }],
])('creates no key %s', async (_, change) => {
  const answer = await fetch(`${app.url}/api/v1/user/api-keys`, {
    method: 'POST',
    headers: { authorization: `Bearer ${maya.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Sheet', scopes: ['posts:read'], expiresInDays: null, ...change }),
  });

  expect(answer.status).toBe(400);
});

it('audits who created and revoked a key, without the key', async () => {
  const { id, key } = await create(maya);
  await maya.call(revokeApiKey, { params: { id } });

  const rows = await app.db
    .selectFrom('audit_entry')
    .selectAll()
    .where('action', 'like', 'key.%')
    .orderBy('entry_id')
    .execute();
  const own = rows.filter((row) => JSON.stringify(row.change).includes(id));

  expect(own.map(({ action }) => action)).toEqual(['key.created', 'key.revoked']);
  expect(JSON.stringify(rows)).not.toContain(key.slice(8));
});

it('rejects keys of disabled and deleted users', async () => {
  const nadia = await app.as('nadia@sandbox.test');
  const { withKey } = await create(nadia);
  const userId = (await nadia.load()).user._id;
  const olu = await app.as('olu@sandbox.test');

  await olu.call(setUserDisabled, { params: { userId }, body: { disabled: true } });
  await expect(withKey.call(listAccounts, {})).rejects.toMatchObject({ status: 403, code: 'user_disabled' });
  await olu.call(setUserDisabled, { params: { userId }, body: { disabled: false } });
  await expect(withKey.call(listAccounts, {})).resolves.toBeDefined();

  await nadia.call(deleteUser, { body: { confirm: 'DELETE' } });
  await expect(withKey.call(listAccounts, {})).rejects.toMatchObject({ status: 401, code: 'key_rejected' });
});
