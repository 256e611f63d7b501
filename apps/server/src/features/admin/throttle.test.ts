import { getSyncStatus, listAccountStats, setThrottle, subscribeDocument } from '@tidemark/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestClock, passTime, untilQuiet, type TestClock } from '../../../test/passing-time.ts';
import { startTestApp, type TestApp } from '../../../test/start-test-app.ts';
import type { TestClient } from '../../../test/test-client.ts';
import { accountsOf, connect } from '../../../test/world.ts';

const dayMillis = 86_400_000;
const owner = 'nadia@sandbox.test';

let app: TestApp;
let time: TestClock;
let operator: TestClient;
let client: TestClient;
let id: string;
beforeAll(async () => {
  time = createTestClock();
  app = await startTestApp({ clock: time.clock, lookEverySeconds: 0.1 });
  operator = await app.as('olu@sandbox.test');
  client = await app.withPlan(owner, 'agency');
  await connect(app, client, owner);
  const accounts = await accountsOf(app, owner);
  id = (accounts.find(({ liveStories }) => liveStories === 0) ?? accounts[0])?.id ?? '';
  await client.link(id);
  await untilQuiet(app, time);
}, 60_000);
afterAll(() => app.close());

const startOfNextDay = () => new Date(Math.floor(time.now().getTime() / dayMillis + 1) * dayMillis);
const row = async () => (await operator.call(listAccountStats, { query: {} })).data.find((one) => one.id === id);

/** Tokens do not live for days. */
async function signInAgain(): Promise<void> {
  operator = await app.as('olu@sandbox.test');
  client = await app.as(owner);
}

/** What the other side counted for the account while time went on to `until`. */
async function callsUntil(until: Date): Promise<number> {
  await app.control('ledger', { method: 'DELETE' });
  await passTime(app, time, until);
  await signInAgain();
  return (await app.control<{ totals: { calls: number } }>(`ledger?account=${id}`)).totals.calls;
}

it('shows for each account what its days cost, as the other side counted', async () => {
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

async function look(): Promise<void> {
  await client.call(subscribeDocument, { body: { docType: 'account', docId: id } });
  await untilQuiet(app, time);
}

it('makes fewer calls for an account that is throttled, and shows when it is next read', async () => {
  const free = await callsUntil(new Date(time.now().getTime() + 4 * dayMillis));
  const before = await readAt();
  const { nextSyncAt } = await operator.call(setThrottle, { params: { id }, body: { throttle: 10 } });
  expect((await row())?.nextSyncAt).toBe(nextSyncAt);

  const throttled = await callsUntil(new Date(time.now().getTime() + 4 * dayMillis));

  expect(free).toBeGreaterThan(50);
  // A story that was posted is still read before it ends.
  expect(throttled).toBeLessThan(free / 10);
  expect(await readAt()).toBe(before);
}, 60_000);

it('reads ten times as seldom for somebody who looks, too', async () => {
  await look();
  const first = await readAt();
  time.moveTo(new Date(time.now().getTime() + 5 * 3_600_000));
  await signInAgain();
  await look();

  expect(first).not.toBeNull();
  expect(await readAt()).toBe(first);
});

it('reads the account at once when the factor is lowered and it would have been due', async () => {
  const { nextSyncAt } = await operator.call(setThrottle, { params: { id }, body: { throttle: 1 } });

  expect(nextSyncAt).toBe(time.now().toISOString());
  await untilQuiet(app, time);
  expect(await readAt()).toBe(time.now().toISOString());
});
