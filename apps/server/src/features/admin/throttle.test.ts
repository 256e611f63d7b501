import { dayMillis, getSyncStatus, listAccountStats, setThrottle, subscribeDocument } from '@tidemark/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestClock, passTime, untilQuiet, type TestClock } from '../../../test/passing-time.ts';
import { startTestApp, type TestApp } from '../../../test/start-test-app.ts';
import type { TestClient } from '../../../test/test-client.ts';
import { listWorldAccounts, connect } from '../../../test/world.ts';

const owner = 'nadia@sandbox.test';

let app: TestApp;
let time: TestClock;
let operator: TestClient;
let client: TestClient;
let id: string;
beforeAll(async () => {
  time = createTestClock();
  app = await startTestApp({ clock: time.clock, pollIntervalSeconds: 0.1 });
  operator = await app.as('olu@sandbox.test');
  client = await app.withPlan(owner, 'agency');
  await connect(app, client, owner);
  const accounts = await listWorldAccounts(app, owner);
  id = (accounts.find(({ liveStories }) => liveStories === 0) ?? accounts[0])?.id ?? '';
  await client.link(id);
  await untilQuiet(app, time);
}, 60_000);
afterAll(() => app.close());

const startOfNextDay = () => new Date(Math.floor(time.now().getTime() / dayMillis + 1) * dayMillis);
const row = async () => (await operator.call(listAccountStats, { query: {} })).data.find((one) => one.id === id);

/** Tokens expire within days. */
async function signInAgain(): Promise<void> {
  operator = await app.as('olu@sandbox.test');
  client = await app.as(owner);
}

/** Returns the calls that the Graph API counted for the account until `until`. */
async function callsUntil(until: Date): Promise<number> {
  await app.control('ledger', { method: 'DELETE' });
  await passTime(app, time, until);
  await signInAgain();
  return (await app.control<{ totals: { calls: number } }>(`ledger?account=${id}`)).totals.calls;
}

/** Counts like `callsUntil`, without stories' final fetches, which are never postponed. */
async function ordinaryCallsUntil(until: Date): Promise<number> {
  await callsUntil(until);
  const { entries } = await app.control<{ entries: { calls: number; items?: { path: string }[] }[] }>(
    `ledger?account=${id}`,
  );
  return entries
    .filter(({ items }) => !items?.[0]?.path.includes('/stories'))
    .reduce((sum, { calls }) => sum + calls, 0);
}

it('reports the cost per account counted by the Graph API', async () => {
  await callsUntil(startOfNextDay());
  const perDay: number[] = [];
  for (let day = 0; day < 4; day += 1) perDay.push(await callsUntil(startOfNextDay()));

  expect(Math.max(...perDay)).toBeGreaterThan(0);
  await expect.poll(row, { timeout: 5_000 }).toMatchObject({
    dailyAverage: perDay.reduce((sum, calls) => sum + calls, 0) / perDay.length,
    dailyMax: Math.max(...perDay),
    dailyMin: Math.min(...perDay),
  });
}, 60_000);

const readAt = async () => (await client.call(getSyncStatus, { params: { id } })).syncStatus.lastSyncAt;

async function poll(): Promise<void> {
  await client.call(subscribeDocument, { body: { docType: 'account', docId: id } });
  await untilQuiet(app, time);
}

it('makes fewer calls for throttled accounts and shows their next sync', async () => {
  const free = await ordinaryCallsUntil(new Date(time.now().getTime() + 4 * dayMillis));
  const before = await readAt();
  const { nextSyncAt } = await operator.call(setThrottle, { params: { id }, body: { throttle: 10 } });
  expect((await row())?.nextSyncAt).toBe(nextSyncAt);

  const throttled = await ordinaryCallsUntil(new Date(time.now().getTime() + 4 * dayMillis));

  expect(free).toBeGreaterThan(50);
  expect(throttled).toBeLessThan(free / 10);
  expect(await readAt()).toBe(before);
}, 60_000);

it('syncs throttled accounts ten times less often, even while viewed', async () => {
  await poll();
  const first = await readAt();
  time.moveTo(new Date(time.now().getTime() + 5 * 3_600_000));
  await signInAgain();
  await poll();

  expect(first).not.toBeNull();
  expect(await readAt()).toBe(first);
});

it('syncs an account immediately if a lower factor makes it due', async () => {
  const { nextSyncAt } = await operator.call(setThrottle, { params: { id }, body: { throttle: 1 } });

  expect(nextSyncAt).toBe(time.now().toISOString());
  await untilQuiet(app, time);
  expect(await readAt()).toBe(time.now().toISOString());
});
