import { getSubscription, listAccounts, listRoadmap, startCheckout } from '@tidemark/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sellPlans } from '../test/payments.ts';
import { startTestApp, type TestApp } from '../test/start-test-app.ts';
import type { TestClient } from '../test/test-client.ts';
import { startSynced, type WorldAccount } from '../test/world.ts';

let app: TestApp;
let client: TestClient;
let account: WorldAccount;
beforeAll(async () => {
  app = await startTestApp();
  await sellPlans(app);
  ({ client, account } = await startSynced(app, 'maya@sandbox.test'));
});
afterAll(() => app.close());

const strike = (rules: object[]) => app.control('faults', { method: 'POST', body: JSON.stringify({ rules }) });

/** Returns the 95th percentile of calls that need no other system. */
async function p95OfOthers(): Promise<number> {
  const took: number[] = [];
  for (let turn = 0; turn < 100; turn += 1) {
    const startedAt = performance.now();
    await client.call(listAccounts, {});
    await client.call(getSubscription, undefined);
    took.push(performance.now() - startedAt);
  }
  return took.toSorted((one, other) => one - other)[94] ?? 0;
}

const outcome = (asking: Promise<unknown>) =>
  asking.then(
    () => 200,
    ({ status }: { status: number }) => status,
  );

it('affects only roadmap updates and the checkout during an outage of GitHub, Stripe and the identity provider', async () => {
  const before = await client.call(listRoadmap, {});
  const buyer = await app.as('theo@sandbox.test');
  await buyer.load();
  await p95OfOthers();
  const calm = await p95OfOthers();

  await strike([{ fault: 'github-error' }, { fault: 'idp-down' }, { fault: 'service', match: { path: '^/v1/' } }]);
  const busy = p95OfOthers();
  const [roadmap, checkout] = await Promise.all([
    client.call(listRoadmap, {}),
    outcome(buyer.call(startCheckout, { body: { plan: 'pro' } })),
  ]);
  const during = await busy;
  const alone = await p95OfOthers();

  console.info({ calm, during, alone });
  expect(before.features.length).toBeGreaterThan(0);
  expect(roadmap.features).toEqual(before.features);
  expect([502, 503]).toContain(checkout);
  // Twenty percent, plus the noise of a busy machine.
  expect(alone).toBeLessThan(calm * 1.2 + 20);
  await strike([]);
  const [report] = await app.verify({ accountId: account.id });
  expect(report).toMatchObject({ outcome: 'same', differences: [] });
  expect(await outcome(buyer.call(startCheckout, { body: { plan: 'pro' } }))).toBe(200);
});
