import { getSyncStatus, refreshAccount } from '@tidemark/contract';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestClock, untilQuiet, type TestClock } from '../../../../../test/passing-time.ts';
import { startTestApp, type TestApp } from '../../../../../test/start-test-app.ts';
import type { TestClient } from '../../../../../test/test-client.ts';
import { getWorldAccount, connect, untilSynced } from '../../../../../test/world.ts';

const maya = 'maya@sandbox.test';
const minute = 60_000;
let app: TestApp;
let time: TestClock;
let client: TestClient;
let [cafe, bakery] = ['', ''];
const logged: string[] = [];

beforeAll(async () => {
  time = createTestClock();
  app = await startTestApp({
    clock: time.clock,
    pollIntervalSeconds: 0.1,
    log: pino({ level: 'warn' }, { write: (line: string) => void logged.push(line) }),
  });
  client = await app.withPlan(maya, 'agency');
  await connect(app, client, maya);
  [cafe, bakery] = [(await getWorldAccount(app, maya, 0)).id, (await getWorldAccount(app, maya, 1)).id];
  for (const id of [cafe, bakery]) await client.link(id);
  await untilQuiet(app, time);
});
afterAll(() => app.close());
beforeEach(async () => {
  // A user's refresh right after a scheduled sync starts none.
  do await pass(10);
  while (await wasJustSynced());
});
afterEach(async () => {
  await faults([]);
  await pass(120);
});

const faults = (rules: object[]) => app.control('faults', { method: 'POST', body: JSON.stringify({ rules }) });
const refresh = (id: string) => client.call(refreshAccount, { params: { id } });
const getProblem = async (id: string) => (await client.call(getSyncStatus, { params: { id } })).syncStatus.problem;

async function pass(minutes: number) {
  time.moveTo(new Date(time.now().getTime() + minutes * minute));
  await untilQuiet(app, time);
  client = await app.as(maya);
}

async function wasJustSynced(): Promise<boolean> {
  const recently = new Date(time.now().getTime() - 5 * minute);
  const rows = await app.db
    .selectFrom('sync_state')
    .select('account_id')
    .where('last_sync_at', '>', recently)
    .execute();
  return rows.length > 0;
}

async function callsMade(accountId?: string) {
  const { totals } = await app.control<{ totals: { requests: number } }>(
    accountId ? `ledger?account=${accountId}` : 'ledger',
  );
  return totals.requests;
}
const deleteCalls = () => app.control('ledger', { method: 'DELETE' });

/** Refreshes an account until Instagram's rate limit is shown to its users. */
async function throttle(id: string) {
  await refresh(id);
  const { problem } = await untilSynced(client, id, (status) => status.problem?.code === 'rate_limited');
  await faults([]);
  await untilQuiet(app, time);
  await deleteCalls();
  return new Date(problem?.until ?? 0);
}

it('makes no calls for a paused account, syncs other accounts and resumes within a minute', async () => {
  await faults([{ match: { account: cafe }, fault: 'account-limit', params: { minutes: 42 } }]);
  const until = await throttle(cafe);
  expect((until.getTime() - time.now().getTime()) / minute).toBeCloseTo(42, 0);

  await refresh(cafe);
  await refresh(bakery);
  await untilSynced(
    client,
    bakery,
    ({ syncRunning, lastSyncAt }) => !syncRunning && Date.parse(lastSyncAt ?? '') >= time.now().getTime(),
  );
  await pass(41);

  expect(await callsMade(cafe)).toBe(0);
  expect(await callsMade(bakery)).toBeGreaterThan(0);
  time.moveTo(new Date(until.getTime() + minute));
  await expect.poll(() => callsMade(cafe), { timeout: 10_000 }).toBeGreaterThan(0);
  await untilQuiet(app, time);
  expect(await getProblem(cafe)).toBeNull();
});

it('makes no calls while the whole app is paused', async () => {
  await faults([{ fault: 'app-limit' }]);
  const until = await throttle(cafe);

  await refresh(bakery);
  await expect.poll(() => getProblem(bakery), { timeout: 10_000 }).not.toBeNull();
  await pass(Math.max(1, (until.getTime() - time.now().getTime()) / minute - 1));

  expect(await callsMade()).toBe(0);
  expect(await getProblem(bakery)).toMatchObject({ code: 'rate_limited', until: until.toISOString() });
  await pass(2);
  await expect.poll(() => callsMade(), { timeout: 10_000 }).toBeGreaterThan(0);
});

it('pauses before Meta does, when the limit is nearly used up', async () => {
  await faults([{ match: { account: cafe }, fault: 'usage', params: { percent: 96 } }]);
  await refresh(cafe);
  await expect.poll(() => callsMade(cafe)).toBeGreaterThan(0);
  await untilQuiet(app, time);
  await deleteCalls();
  await faults([]);
  time.moveTo(new Date(time.now().getTime() + 5 * minute));

  await refresh(cafe);
  await untilQuiet(app, time);

  expect(await callsMade(cafe)).toBe(0);
});

it('aborts the call in flight within seconds once another worker takes the account', async () => {
  await faults([{ match: { account: cafe }, fault: 'hang' }]);
  await deleteCalls();
  await refresh(cafe);
  await expect.poll(() => callsMade(cafe), { timeout: 10_000 }).toBeGreaterThan(0);

  const taken = { fencing_token: sql<number>`fencing_token + 1`, lease_owner: 'another', next_sync_at: null };
  await app.db.updateTable('sync_state').set(taken).where('account_id', '=', cafe).execute();

  await expect
    .poll(() => logged.join('\n'), { timeout: 15_000 })
    .toContain(`Another worker has locked the account ${cafe}`);
  const row = await app.db.selectFrom('sync_state').selectAll().where('account_id', '=', cafe).executeTakeFirst();
  expect(row).toMatchObject({ lease_owner: 'another', next_sync_at: null });
  await app.db
    .updateTable('sync_state')
    .set({ lease_owner: null, lease_until: null, running: false })
    .where('account_id', '=', cafe)
    .execute();
});
