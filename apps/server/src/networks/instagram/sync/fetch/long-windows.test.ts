import { addDays, getMetricCard, type MetricCard } from '@tidemark/contract';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../../../../test/start-test-app.ts';
import type { TestClient } from '../../../../../test/test-client.ts';
import { startSynced, trueWindow, worldToday, type WorldAccount } from '../../../../../test/world.ts';

let app: TestApp;
let client: TestClient;
let account: WorldAccount;
let today: string;
beforeAll(async () => {
  app = await startTestApp();
  ({ client, account } = await startSynced(app, 'theo@sandbox.test', { plan: 'starter' }));
  today = await worldToday(app);
});
afterAll(() => app.close());
afterEach(() => app.control('faults', { method: 'DELETE' }));

function view(metric: 'reach' | 'engagement-rate', [from, to]: readonly [string, string]): Promise<MetricCard> {
  const body = {
    cStart: `${from}T00:00:00.000Z`,
    cEnd: `${to}T23:59:59.999Z`,
    pStart: `${addDays(from, -90)}T00:00:00.000Z`,
    pEnd: `${addDays(to, -90)}T23:59:59.999Z`,
    accountIds: [account.id],
  };
  return client.call(getMetricCard, { params: { metric }, body });
}

const listRefusals = () =>
  app.db.selectFrom('graph_pause').select(['scope', 'until']).where('scope', 'like', 'long-total:%').execute();

/** Counts refused calls; nothing else that the app requests for this account is refused. */
async function countRefusedCalls(): Promise<number> {
  const { totals } = await app.control<{ totals: { errors: number } }>(`ledger?account=${account.id}`);
  return totals.errors;
}

it('bounds 90-day unique people if Instagram refuses the total, and retries monthly', async () => {
  const range = [addDays(today, -90), addDays(today, -1)] as const;
  const truth = await trueWindow(app, account.id, range[1], 90);

  const before = await countRefusedCalls();
  const card = await view('reach', range);
  await vi.waitFor(async () => expect(await listRefusals()).toHaveLength(2), { timeout: 20_000 });
  const asked = await countRefusedCalls();
  const earlier = await view('reach', [addDays(today, -91), addDays(today, -2)]);
  await view('engagement-rate', [addDays(today, -92), addDays(today, -3)]);
  const again = await view('reach', range);

  expect([card.isApprox, earlier.isApprox]).toEqual([true, true]);
  expect(again.approx?.lower).toBeLessThanOrEqual(truth.reach);
  expect(again.approx?.upper).toBeGreaterThanOrEqual(truth.reach);
  expect(asked).toBeGreaterThan(before);
  expect(await countRefusedCalls()).toBe(asked);
  for (const { until } of await listRefusals()) expect(until.getTime()).toBeGreaterThan(Date.now() + 29 * 86_400_000);
});

it("takes 90-day unique people from Instagram's total if it accepts the request", async () => {
  await app.control('faults', { method: 'POST', body: JSON.stringify({ rules: [{ fault: 'long-totals' }] }) });
  await app.db.deleteFrom('graph_pause').execute();
  const range = [addDays(today, -95), addDays(today, -6)] as const;
  await view('reach', range);

  await vi.waitFor(async () => expect((await view('reach', range)).isApprox).toBe(false), { timeout: 20_000 });

  const truth = await trueWindow(app, account.id, range[1], 90);
  expect((await view('reach', range)).current).toBe(truth.reach);
  expect((await view('engagement-rate', range)).isApprox).toBe(false);
});

it('distrusts a total that is smaller than one part', async () => {
  const range = [addDays(today, -100), addDays(today, -11)] as const;
  await app.db
    .insertInto('account_window')
    .values({
      account_id: account.id,
      end_day: range[1],
      days: 90,
      reach: 3,
      engaged: 1,
      fetched_at: new Date(),
      window_rule: 2,
    })
    .execute();

  const card = await view('reach', range);

  expect(card.isApprox).toBe(true);
  expect(card.current).toBeGreaterThan(3);
});
