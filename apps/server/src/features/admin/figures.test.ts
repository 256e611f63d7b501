import { getFleet, getOverview, listAccountStats, setThrottle, type AdminAccount } from '@tidemark/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/start-test-app.ts';
import type { TestClient } from '../../../test/test-client.ts';
import { getWorldAccount, connect, untilSynced } from '../../../test/world.ts';

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

describe('account metrics', () => {
  const owner = 'nadia@sandbox.test';
  let row: AdminAccount | undefined;
  let id: string;
  const toRow = async () =>
    (await operator.call(listAccountStats, { query: {} })).data.find((account) => account.id === id);
  beforeAll(async () => {
    const client = await app.withPlan(owner, 'pro');
    await connect(app, client, owner);
    ({ id } = await getWorldAccount(app, owner));
    await client.link(id);
    await untilSynced(client, id);
    // A story's final fetch is never postponed, so mark all of them as final.
    await app.db.updateTable('media').set({ final_at: new Date() }).where('account_id', '=', id).execute();
    row = await toRow();
  }, 60_000);

  it('reports the calls counted by the Graph API', async () => {
    const { totals } = await app.control<{ totals: { calls: number } }>(`ledger?account=${id}`);

    expect(totals.calls).toBeGreaterThan(100);
    await expect.poll(toRow, { timeout: 5_000 }).toMatchObject({
      platform: 'instagram_account',
      lastDay: totals.calls,
      dailyAverage: 0,
      dailyMax: 0,
      dailyMin: 0,
      throttle: 1,
    });
  });

  it('counts only full days, including days without calls', async () => {
    const day = (daysAgo: number) => new Date(Math.floor(Date.now() / 86_400_000) * 86_400_000 - daysAgo * 86_400_000);
    await app.db
      .updateTable('account')
      .set({ created_at: day(11) })
      .where('account_id', '=', id)
      .execute();
    await app.db
      .insertInto('api_call_hour')
      .values([
        { account_id: id, hour: day(2), calls: 70, requests: 5 },
        { account_id: id, hour: new Date(day(2).getTime() + 3_600_000), calls: 10, requests: 1 },
        { account_id: id, hour: day(5), calls: 20, requests: 1 },
        { account_id: id, hour: day(40), calls: 900, requests: 1 },
      ])
      .execute();

    expect(await toRow()).toMatchObject({ dailyAverage: 10, dailyMax: 80, dailyMin: 0 });
  });

  it('returns a changed throttle factor and the longer interval immediately', async () => {
    const params = { id };
    const before = (await operator.call(setThrottle, { params, body: { throttle: 1 } })).nextSyncAt ?? '';

    const slow = await operator.call(setThrottle, { params, body: { throttle: 12.5 } });
    const slowed = await toRow();
    const quick = await operator.call(setThrottle, { params, body: { throttle: 1 } });

    expect(slow).toMatchObject({ success: true, throttle: 12.5 });
    expect(slowed).toMatchObject({ throttle: 12.5, nextSyncAt: slow.nextSyncAt });
    expect(Date.parse(slow.nextSyncAt ?? '')).toBeGreaterThan(Date.parse(before));
    expect(quick.nextSyncAt).toBe(before);
  });

  it('finds accounts by the beginning of a word, page by page', async () => {
    const found = await operator.call(listAccountStats, {
      query: { search: row?.accountName.slice(0, 4) ?? '', pageSize: '5', sort: 'lastDay', order: 'desc' },
    });
    const none = await operator.call(listAccountStats, { query: { search: 'zzzz' } });

    expect(found.data.map((account) => account.id)).toEqual([id]);
    expect(none).toMatchObject({ success: true, data: [], total: 0 });
  });
});

describe('operator overview', () => {
  it('counts users and today’s active users, and excludes assigned plans from revenue', async () => {
    const { business, fleet } = await operator.call(getOverview, {});

    expect(business).toMatchObject({ users: 3, newUsers: 3, payingUsers: 0, churn: null, money: [] });
    expect(business.givenPlans).toBe(1);
    expect(business.dailyActiveUsers).toHaveLength(30);
    expect(business.dailyActiveUsers.at(-1)?.users).toBe(3);
    expect(business.plans.reduce((sum, { users }) => sum + users, 0)).toBe(3);
    expect(fleet.accounts).toBe(1);
  });

  it('calculates revenue, churn and lifetime value from actual payments', async () => {
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
    const month = {
      plan_id: 'pro',
      price_currency: 'usd',
      price_interval: 'month' as const,
      source: 'stripe' as const,
    };
    const people = Array.from({ length: 5 }, () => crypto.randomUUID());
    const [first = '', second = '', third = '', fourth = '', yearly = ''] = people;
    await app.db
      .insertInto('subscription_change')
      .values([
        ...[first, second, third, fourth].map((user_id) => ({
          ...month,
          user_id,
          at: daysAgo(60),
          status: 'active' as const,
          price_amount: 2_900,
        })),
        { ...month, user_id: fourth, at: daysAgo(3), status: 'canceled', price_amount: null },
        {
          ...month,
          user_id: yearly,
          at: daysAgo(2),
          status: 'active',
          price_amount: 12_000,
          price_interval: 'year',
        },
      ])
      .execute();

    const { business } = await operator.call(getOverview, {});

    expect(business).toMatchObject({ payingUsers: 4, churn: 0.25 });
    expect(business.money).toHaveLength(1);
    expect(business.money[0]).toMatchObject({ currency: 'usd', mrr: 9_700, arpu: 2_425, ltv: 9_700 });
    expect(business.money[0]?.months.at(-1)?.mrr).toBe(9_700);
    expect(business.money[0]?.months.at(0)?.mrr).toBe(0);
  });

  it('counts users with an ended plan separately from free users', async () => {
    const toPlans = async () => (await operator.call(getOverview, {})).business.plans;
    const countFree = async () => (await toPlans()).find(({ id }) => id === 'free')?.users;
    const free = await countFree();
    expect(await toPlans()).not.toContainEqual(expect.objectContaining({ id: 'ended' }));

    await app.db.updateTable('subscription').set({ status: 'canceled' }).where('status', '=', 'active').execute();

    expect((await toPlans()).find(({ id }) => id === 'ended')?.users).toBeGreaterThan(0);
    expect(await countFree()).toBe(free);
  });
});

it('shows the state of the sync from stored data', async () => {
  const { rows } = await sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`.execute(app.db);

  const fleet = await operator.call(getFleet, {});

  expect(fleet.syncs).toMatchObject({ accounts: 1, throttled: 0 });
  expect(fleet.graph.callsLastDay).toBeGreaterThan(100);
  expect(fleet.graph.hours).toHaveLength(24);
  expect(fleet.queue).toMatchObject({ deadTotal: 0, dead: [] });
  expect(Math.abs(fleet.database.bytes - (rows[0]?.bytes ?? 0))).toBeLessThan(5_000_000);
  expect(fleet.database.tables.length).toBeGreaterThan(3);
  expect(fleet.process.migrations).toBeGreaterThan(4);
  expect(fleet.failures).toEqual([]);
});

it('names the accounts that are out of date', async () => {
  const problem = {
    code: 'reconnect_required',
    message: 'Reconnect',
    since: '2026-01-01T00:00:00.000Z',
    retryAt: null,
  };
  await app.db
    .updateTable('sync_state')
    .set({ problem: sql`${JSON.stringify(problem)}::jsonb` })
    .execute();
  const { username } = await app.db.selectFrom('account').select('username').executeTakeFirstOrThrow();

  const { failures } = await operator.call(getFleet, {});

  expect(failures).toEqual([{ code: 'reconnect_required', accounts: 1, usernames: [username] }]);
});
