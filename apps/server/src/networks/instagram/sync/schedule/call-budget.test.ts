import { dayMillis } from '@tidemark/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadCallBudget, type CallBudget } from '../../../../../test/call-budget.ts';
import { createTestClock, passTime, untilQuiet, type TestClock } from '../../../../../test/passing-time.ts';
import { startTestApp, type TestApp } from '../../../../../test/start-test-app.ts';
import { watchAccounts } from '../../../../features/sync/schedule/queries.ts';
import { getWorldAccount, connect, endedStories, type WorldAccount } from '../../../../../test/world.ts';

// 345 posts, 30 % of them carousels, and three stories a day: a naive connector makes about 765 requests a day for it.
const owner = 'ines@sandbox.test';
const accountNumber = 23;
const days = 5;
const callsOfOneSync = 12;

interface LedgerEntry {
  at: string;
  calls: number;
  path: string;
}

function total(costs: readonly CallBudget[]): CallBudget {
  return costs.reduce((sum, { requests, calls }) => ({ requests: sum.requests + requests, calls: sum.calls + calls }), {
    requests: 0,
    calls: 0,
  });
}

let app: TestApp;
let time: TestClock;
let account: WorldAccount;
beforeAll(async () => {
  time = createTestClock();
  app = await startTestApp({ clock: time.clock, pollIntervalSeconds: 0.1 });
  const client = await app.withPlan(owner, 'agency');
  await connect(app, client, owner);
  account = await getWorldAccount(app, owner, accountNumber);
  await client.link(account.id);
  await untilQuiet(app, time);
}, 120_000);
afterAll(() => app.close());

it('stays within 8 requests and 80 counted calls a day for an unviewed account with three daily stories', async () => {
  const figures: { requests: number; calls: number; until: number }[] = [];
  for (let day = 1; day <= days; day += 1) {
    await app.control('ledger', { method: 'DELETE' });
    await passTime(app, time, new Date(time.now().getTime() + dayMillis));
    const { totals } = await app.control<{ totals: { requests: number; calls: number }; entries: LedgerEntry[] }>(
      `ledger?account=${account.id}`,
    );
    figures.push({ ...totals, until: time.now().getTime() });
  }

  const budget = await loadCallBudget(app, account.id);
  // The days begin when the test does, so one sync may fall into the day before or after; over all days none is free.
  const allowed = figures.map(({ until }) => budget(until));
  for (const [day, { requests, calls }] of figures.entries()) {
    expect(requests).toBeLessThanOrEqual((allowed[day]?.requests ?? 0) + 1);
    expect(calls).toBeLessThanOrEqual((allowed[day]?.calls ?? 0) + callsOfOneSync);
    expect(requests).toBeGreaterThan(0);
  }
  expect(total(figures).requests).toBeLessThanOrEqual(total(allowed).requests);
  expect(total(figures).calls).toBeLessThanOrEqual(total(allowed).calls);
}, 120_000);

it('fetches every story in its last half hour and misses hardly any views', async () => {
  const ended = (await endedStories(app, account.id)).filter(
    ({ publishedAt }) => Date.parse(publishedAt) > time.now().getTime() - days * dayMillis,
  );
  const stored = await app.db
    .selectFrom('media')
    .select(['media_id', 'published_at', 'observed_at', 'final_at', 'views'])
    .where('account_id', '=', account.id)
    .where('product_type', '=', 'STORY')
    .execute();
  const byId = new Map(stored.map((row) => [row.media_id, row]));

  expect(ended.length).toBeGreaterThan(5);
  for (const { id, totals, publishedAt } of ended) {
    const row = byId.get(id);
    expect(row?.final_at, `${id} of ${publishedAt}`).toBeInstanceOf(Date);
    const age = (row?.observed_at.getTime() ?? 0) - Date.parse(publishedAt);
    expect(age).toBeGreaterThanOrEqual(23.5 * 3_600_000);
    expect(age).toBeLessThan(dayMillis);
    expect(row?.views ?? 0).toBeGreaterThanOrEqual(totals.views * 0.97);
  }
});

it('syncs hourly while a user is viewing and slows down afterwards', async () => {
  await watchAccounts(app.db, [account.id], time.now());
  await app.control('ledger', { method: 'DELETE' });
  for (let quarter = 1; quarter <= 12; quarter += 1) {
    await watchAccounts(app.db, [account.id], time.now());
    await passTime(app, time, new Date(time.now().getTime() + dayMillis / 96));
  }
  const { totals } = await app.control<{ totals: { requests: number } }>(`ledger?account=${account.id}`);

  expect(totals.requests).toBeGreaterThanOrEqual(3 * 2);
  expect(totals.requests).toBeLessThanOrEqual(3 * 5);
});

it('fetches posts individually if one fails the page: new posts immediately, others when due', async () => {
  const viewsOfNewest = async () => {
    const rows = await app.db
      .selectFrom('media')
      .select(['media_id', 'views'])
      .where('account_id', '=', account.id)
      .where('product_type', '!=', 'STORY')
      .where('insights_refusal', 'is', null)
      .orderBy('published_at', 'desc')
      .limit(100)
      .execute();
    return new Map(rows.map((row) => [row.media_id, row.views]));
  };
  const before = await viewsOfNewest();
  await app.control('ledger', { method: 'DELETE' });
  const withFigures = { account: account.id, path: 'media_url},insights' };
  const spoilt = { match: withFigures, fault: 'error', times: 100, params: { code: 100 } };
  await app.control('faults', { method: 'POST', body: JSON.stringify({ rules: [spoilt] }) });

  // Some weeks have no new post, and older posts are not due every day.
  let passed = 0;
  let added: [string, number | null][] = [];
  let moved: typeof added = [];
  while ((added.length === 0 || moved.length === 0) && passed < 25) {
    await passTime(app, time, new Date(time.now().getTime() + days * dayMillis));
    passed += days;
    const after = [...(await viewsOfNewest())];
    added = after.filter(([id]) => !before.has(id));
    moved = after.filter(([id, views]) => before.has(id) && before.get(id) !== views);
  }
  await app.control('faults', { method: 'DELETE' });

  expect(added.length).toBeGreaterThan(0);
  for (const [, views] of added) expect(views).not.toBeNull();
  expect(moved.length).toBeGreaterThan(0);
  const { totals } = await app.control<{ totals: { calls: number } }>(`ledger?account=${account.id}`);
  // One call per post and day, beside what the days cost otherwise.
  const budget = await loadCallBudget(app, account.id);
  const otherwise = total(Array.from({ length: passed }, (_, ago) => budget(time.now().getTime() - ago * dayMillis)));
  expect(totals.calls).toBeLessThan(passed * before.size + otherwise.calls);
}, 120_000);
