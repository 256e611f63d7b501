import {
  activateAccount,
  countMedia,
  createLiveToken,
  disconnectMeta,
  getAccount,
  listAccounts,
  listAccountStats,
  listConnectionAccounts,
  logOut,
  refreshAccount,
  subscribeDocument,
  getSyncStatus,
} from '@tidemark/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/start-test-app.ts';
import type { TestClient } from '../../../test/test-client.ts';
import { until } from '../../../test/until.ts';
import { connect, startSynced, untilSynced, type WorldAccount } from '../../../test/world.ts';

const owner = 'maya@sandbox.test';
const former = 'nadia@sandbox.test';
const minute = 60_000;
const day = 24 * 60 * minute;
let app: TestApp;
let client: TestClient;
let colleague: TestClient;
let account: WorldAccount;
let userId: string;

beforeAll(async () => {
  app = await startTestApp();
  ({ client, account } = await startSynced(app, owner));
  colleague = await app.withPlan(former, 'pro');
  userId = (await colleague.load()).user._id;
});
afterAll(() => app.close());
beforeEach(async () => {
  await connect(app, colleague, owner); // connects as the same Meta user, who has access to the account
  await colleague.link(account.id);
  await untilSynced(client, account.id);
});

const reference = () => ({ accountId: account.id, type: 'instagram_account' as const, accountRefId: account.id });
const status = () => colleague.call(getSyncStatus, { params: { id: account.id } });

/** Access is judged by the database's clock. */
const ago = (millis: number) => sql<Date>`now() - make_interval(secs => ${millis / 1000})`;

/** Sets when access was lost and when the account last synced, after the sync that a new connection triggers. */
async function setReach({ lostAgo, syncedAgo }: { lostAgo: number; syncedAgo: number }): Promise<void> {
  await setLastSync(syncedAgo);
  await app.db
    .updateTable('account_ref')
    .set({ access_lost_at: ago(lostAgo) })
    .where('user_id', '=', userId)
    .execute();
}

/** Waits for the running sync, so that its end does not overwrite the time. */
async function setLastSync(syncedAgo: number): Promise<void> {
  await expect.poll(() => findNextSync(), { timeout: 40_000 }).toBeGreaterThan(Date.now() + minute);
  await untilSynced(client, account.id);
  await app.db
    .updateTable('sync_state')
    .set({
      last_sync_at: ago(syncedAgo),
      next_sync_at: new Date(Date.now() + day),
      requested_at: null,
    })
    .where('account_id', '=', account.id)
    .execute();
}

async function findNextSync(): Promise<number> {
  const row = await app.db
    .selectFrom('sync_state')
    .select('next_sync_at')
    .where('account_id', '=', account.id)
    .executeTakeFirst();
  return row?.next_sync_at?.getTime() ?? 0;
}

async function findLoss(): Promise<Date | null> {
  const row = await app.db
    .selectFrom('account_ref')
    .select('access_lost_at')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return row.access_lost_at;
}

it('records lost access on disconnect and clears it when the account is listed again', async () => {
  expect(await findLoss()).toBeNull();

  await colleague.call(disconnectMeta, {});
  const lostAt = await findLoss();
  await connect(app, colleague, former);

  expect(lostAt).toBeInstanceOf(Date);
  expect(await findLoss()).toEqual(lostAt);
  await connect(app, colleague, owner);
  expect(await findLoss()).toBeNull();
});

it('names the Facebook user whose login gives access, until access is lost', async () => {
  const { user } = await colleague.load();
  const listed = (await colleague.call(listAccounts, {})).accounts;
  await setLastSync(0);
  await connect(app, colleague, former);
  const lost = (await colleague.call(listAccounts, {})).accounts;
  await connect(app, colleague, owner);

  expect(user.facebookId).toMatch(/^\d+$/);
  expect(listed).toMatchObject([{ _id: account.id, facebookId: user.facebookId }]);
  expect(lost).toMatchObject([{ _id: account.id, facebookId: null }]);
});

it('shows the history of a lost account during the grace period, with the reason', async () => {
  await connect(app, colleague, former);
  await setReach({ lostAgo: 3 * day, syncedAgo: 4 * day });

  const { accounts } = await colleague.call(listAccounts, {});

  expect(accounts).toMatchObject([{ _id: account.id, problem: { code: 'account_unreachable' } }]);
  await expect(status()).resolves.toHaveProperty('syncStatus');
});

it('hides a lost account after the grace period', async () => {
  await connect(app, colleague, former);
  await setReach({ lostAgo: 15 * day, syncedAgo: 16 * day });

  await expect(status()).rejects.toMatchObject({ status: 404, code: 'account_not_found' });
  expect((await colleague.call(listAccounts, {})).accounts).toEqual([]);
});

it('hides a lost account immediately when another login has synced newer data', async () => {
  await connect(app, colleague, former);
  await setReach({ lostAgo: 30 * minute, syncedAgo: minute });

  await expect(status()).rejects.toMatchObject({ status: 404, code: 'account_not_found' });
  await expect(
    colleague.call(getAccount, { query: { accountId: account.id, type: 'instagram_account' } }),
  ).rejects.toMatchObject({ status: 404 });
  expect((await colleague.call(listAccounts, {})).accounts).toEqual([]);
  expect((await colleague.call(countMedia, {})).total).toBe(0);
  const { accounts } = await colleague.call(listConnectionAccounts, {});
  expect(accounts.find(({ id }) => id === account.id)).toMatchObject({
    linked: true,
    followers_count: null,
    lastSyncAt: null,
    problem: { code: 'account_unreachable' },
  });
  expect((await client.call(listAccounts, {})).accounts.map(({ _id }) => _id)).toContain(account.id);
});

it('shows operators which users have linked an account and which have lost access', async () => {
  await connect(app, colleague, former);
  const operator = await app.as('olu@sandbox.test');

  const { data } = await operator.call(listAccountStats, { query: { search: account.username } });

  expect(data.find(({ id }) => id === account.id)?.linkedBy).toEqual([
    { userId: expect.any(String), name: expect.any(String), email: owner, lostSince: null },
    { userId, name: expect.any(String), email: former, lostSince: expect.any(String) },
  ]);
});

it('does not sync for a user whose logins do not list the account', async () => {
  await connect(app, colleague, former);
  await setReach({ lostAgo: 3 * day, syncedAgo: 4 * day });

  const refused = { status: 409, code: 'account_unreachable' };
  await expect(colleague.call(refreshAccount, { params: { id: account.id } })).rejects.toMatchObject(refused);
  await expect(colleague.call(activateAccount, { body: reference() })).rejects.toMatchObject(refused);
  expect(await findNextSync()).toBeGreaterThan(Date.now() + minute);
});

it('does not use another user’s login to replace an expired login', async () => {
  await app.db.updateTable('meta_connection').set({ expires_at: new Date() }).where('user_id', '=', userId).execute();
  await setReach({ lostAgo: 0, syncedAgo: 4 * day });
  await app.db.updateTable('account_ref').set({ access_lost_at: null }).where('user_id', '=', userId).execute();

  const { syncStatus } = await colleague.call(refreshAccount, { params: { id: account.id } });
  const { details } = await colleague.call(activateAccount, { body: reference() });

  expect(syncStatus.syncRunning).toBe(false);
  expect(details.instagramError).toMatch(/not available/);
  expect(await findNextSync()).toBeGreaterThan(Date.now() + minute);
});

/** Returns what the colleague's stream receives while the owner refreshes the account. */
async function watchRefresh(): Promise<string> {
  const { token } = await colleague.call(createLiveToken, { params: { userId } });
  const stream = await fetch(`${app.url}/api/v1/sse/user/${token}`);
  await colleague.call(subscribeDocument, { body: { docType: 'account', docId: account.id } });
  let text = '';
  const reading = stream.body
    ?.pipeThrough(new TextDecoderStream())
    .pipeTo(new WritableStream({ write: (chunk) => void (text += chunk) }))
    .catch(() => undefined);
  const startedAt = Date.now();
  await until(async () => {
    const { syncRunning, lastSyncAt } = (await client.call(getSyncStatus, { params: { id: account.id } })).syncStatus;
    if (!syncRunning && Date.parse(lastSyncAt ?? '') >= startedAt) return true;
    // Repeats if needed: the sync that a new connection triggers may be running, and has nothing to fetch.
    await app.db
      .updateTable('sync_state')
      .set({ sync_requested: true, next_sync_at: new Date(startedAt) })
      .where('account_id', '=', account.id)
      .where('running', '=', false)
      .execute();
    return false;
  });
  await colleague.call(logOut, { body: {} });
  await reading;
  return text;
}

it('sends live events for an account only while the login lists it', async () => {
  await setReach({ lostAgo: 0, syncedAgo: 4 * day });
  await connect(app, colleague, owner);
  expect(await watchRefresh()).toContain(account.id);

  await connect(app, colleague, former);
  await setReach({ lostAgo: 3 * day, syncedAgo: 4 * day });

  expect(await watchRefresh()).not.toContain(account.id);
});
