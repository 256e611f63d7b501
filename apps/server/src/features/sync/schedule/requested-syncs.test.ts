import { randomUUID } from 'node:crypto';
import { activateAccount, authorizeMeta, listConnectionAccounts, refreshAccount } from '@tidemark/contract';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestClock, untilQuiet, type TestClock } from '../../../../test/passing-time.ts';
import { startTestApp, type TestApp } from '../../../../test/start-test-app.ts';
import type { TestClient } from '../../../../test/test-client.ts';
import { getWorldAccount, connect } from '../../../../test/world.ts';

const cal = 'cal@sandbox.test';
const minute = 60_000;
let app: TestApp;
let time: TestClock;
let client: TestClient;
let account: string;

beforeAll(async () => {
  time = createTestClock();
  app = await startTestApp({ clock: time.clock, pollIntervalSeconds: 0.1, environment: { RATE_LIMITS: '' } });
  client = await app.withPlan(cal, 'agency');
  await connect(app, client, cal);
  account = (await getWorldAccount(app, cal)).id;
  await client.link(account);
  await untilQuiet(app, time);
});
afterAll(() => app.close());
beforeEach(async () => {
  time.moveTo(new Date(time.now().getTime() + 20 * minute));
  await untilQuiet(app, time);
  client = await app.as(cal);
  await app.control('ledger', { method: 'DELETE' });
});
afterEach(() => faults([]));

const faults = (rules: object[]) => app.control('faults', { method: 'POST', body: JSON.stringify({ rules }) });
const activate = () =>
  client.call(activateAccount, { body: { accountId: account, type: 'instagram_account', accountRefId: account } });
const refresh = () => client.call(refreshAccount, { params: { id: account } });
const callsMade = async (query = '') =>
  (await app.control<{ totals: { requests: number } }>(`ledger${query}`)).totals.requests;

it('starts one sync for repeated activations within a minute', async () => {
  await refresh();
  await untilQuiet(app, time);
  const callsOfOne = await callsMade();
  time.moveTo(new Date(time.now().getTime() + 20 * minute));
  await untilQuiet(app, time);
  client = await app.as(cal);
  await app.control('ledger', { method: 'DELETE' });

  for (let call = 0; call < 40; call += 1) await activate();
  await untilQuiet(app, time);
  for (let call = 0; call < 10; call += 1) await activate();
  await untilQuiet(app, time);

  expect(callsOfOne).toBeGreaterThan(0);
  expect(await callsMade()).toBeLessThanOrEqual(callsOfOne + 2);
});

it('makes no new calls for a sync that failed within the last minute', async () => {
  await faults([{ match: { account }, fault: 'permission' }]);
  await activate();
  await untilQuiet(app, time);
  await app.control('ledger', { method: 'DELETE' });

  for (let call = 0; call < 10; call += 1) {
    await activate();
    await refresh();
  }
  await untilQuiet(app, time);

  expect(await callsMade(`?account=${account}`)).toBe(0);
});

it("fetches Meta's account list at most once in ten seconds, otherwise returns the stored list", async () => {
  const first = await client.call(listConnectionAccounts, {});
  const callsOfOne = await callsMade();

  const others = await Promise.all(Array.from({ length: 20 }, () => client.call(listConnectionAccounts, {})));

  expect(callsOfOne).toBeGreaterThan(0);
  expect(await callsMade()).toBe(callsOfOne);
  for (const { accounts } of others) expect(accounts.map(({ id }) => id)).toEqual(first.accounts.map(({ id }) => id));
  time.moveTo(new Date(time.now().getTime() + 11_000));
  await client.call(listConnectionAccounts, {});
  expect(await callsMade()).toBeGreaterThan(callsOfOne);
});

it('sends at most ten codes per user to Meta within an hour', async () => {
  const fiona = await app.as('fiona@sandbox.test');

  const send = () =>
    Promise.allSettled(Array.from({ length: 15 }, () => fiona.call(authorizeMeta, { body: { code: randomUUID() } })));

  // More than 16 at once might be rejected because the server is busy.
  const codes = [...(await send()), ...(await send())];

  expect(await callsMade()).toBe(10);
  const limited = codes.filter((outcome) => outcome.status === 'rejected' && outcome.reason.status === 429);
  expect(limited).toHaveLength(20);
});

it('reserves half of the app’s hourly budget for scheduled syncs', async () => {
  await faults([{ fault: 'usage', params: { percent: 50 } }]);
  await client.call(listConnectionAccounts, {});
  await faults([]);
  time.moveTo(new Date(time.now().getTime() + 2 * minute));
  await untilQuiet(app, time);
  client = await app.as(cal);
  await app.control('ledger', { method: 'DELETE' });

  await refresh();
  await activate();
  const { accounts } = await client.call(listConnectionAccounts, {});
  await untilQuiet(app, time);

  expect(await callsMade()).toBe(0);
  expect(accounts.length).toBeGreaterThan(0);
  const before = await app.db.selectFrom('sync_state').select('last_sync_at').executeTakeFirstOrThrow();
  await app.db.updateTable('sync_state').set({ next_sync_at: time.now() }).execute();
  await untilQuiet(app, time);
  const after = await app.db.selectFrom('sync_state').select('last_sync_at').executeTakeFirstOrThrow();
  expect(after.last_sync_at?.getTime()).toBeGreaterThan(before.last_sync_at?.getTime() ?? 0);
  time.moveTo(new Date(time.now().getTime() + 20 * minute));
  client = await app.as(cal);
  await app.control('ledger', { method: 'DELETE' });
  await refresh();
  await untilQuiet(app, time);
  expect(await callsMade()).toBeGreaterThan(0);
});
