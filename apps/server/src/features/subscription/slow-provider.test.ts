import { refreshSubscription, startCheckout } from '@tidemark/contract';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { paymentTruth, sellPlans } from '../../../test/payments.ts';
import { startTestApp, type TestApp } from '../../../test/start-test-app.ts';
import type { TestClient } from '../../../test/test-client.ts';

let app: TestApp;
let fiona: TestClient;
let theo: TestClient;
beforeAll(async () => {
  app = await startTestApp({ work: false });
  await sellPlans(app);
  [fiona, theo] = await Promise.all([app.as('fiona@sandbox.test'), app.as('theo@sandbox.test')]);
  await theo.load();
  await fiona.call(startCheckout, { body: { plan: 'pro' } });
});
afterAll(() => app.close());
afterEach(() => app.control('faults', { method: 'DELETE' }));

const slow = (millis: number) =>
  app.control('faults', {
    method: 'POST',
    body: JSON.stringify({ rules: [{ match: { path: '^/v1/' }, fault: 'slow', params: { millis } }] }),
  });
const refresh = (client: TestClient) => client.call(refreshSubscription, { body: {} });
const askedFor = async (path: RegExp) =>
  (await app.control<{ entries: { path: string }[] }>('payments/ledger')).entries.filter((made) =>
    path.test(made.path),
  );

it('does not delay other users during slow payment provider calls', async () => {
  await slow(5_000);
  await app.control('payments/ledger', { method: 'DELETE' });

  const refreshes = Promise.allSettled(Array.from({ length: 24 }, () => refresh(fiona)));
  let isOver = false;
  void refreshes.then(() => (isOver = true));
  for (let call = 0; call < 20; call += 1) await theo.load();

  expect(isOver).toBe(false);
  const outcomes = await refreshes;
  const served = outcomes.filter(({ status }) => status === 'fulfilled');
  expect(served.length).toBeGreaterThan(0);
  for (const outcome of outcomes)
    if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ status: 503, code: 'overloaded' });
  // One running fetch, and one shared by all later callers.
  expect((await askedFor(/subscriptions/)).length).toBeLessThanOrEqual(2);
});

it('leaves one checkout open when several are requested from a slow provider', async () => {
  await slow(300);

  const orders = await Promise.allSettled(
    ['pro', 'starter', 'pro'].map((plan) => fiona.call(startCheckout, { body: { plan } })),
  );

  expect(orders.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled']);
  const { checkouts } = await paymentTruth(app);
  expect(checkouts.filter(({ status }) => status === 'open')).toHaveLength(1);
});

it("creates a checkout once a crashed process's claim expires", async () => {
  const claimUntil = (until: Date) =>
    app.db.updateTable('payment_customer').set({ checkout_claimed_until: until }).execute();
  await claimUntil(new Date(Date.now() + 500));

  await fiona.call(startCheckout, { body: { plan: 'pro' } });

  const row = await app.db.selectFrom('payment_customer').select('checkout_claimed_until').executeTakeFirstOrThrow();
  expect(row.checkout_claimed_until).toBeNull();
});

describe('default limits', () => {
  let strict: TestApp;
  let nadia: TestClient;
  beforeAll(async () => {
    strict = await startTestApp({ work: false, environment: { RATE_LIMITS: '' } });
    await sellPlans(strict);
    nadia = await strict.as('nadia@sandbox.test');
  });
  afterAll(() => strict.close());

  it('rejects the eleventh checkout within an hour with 429 and Retry-After', async () => {
    for (let order = 0; order < 10; order += 1) await nadia.call(startCheckout, { body: { plan: 'pro' } });

    await expect(nadia.call(startCheckout, { body: { plan: 'pro' } })).rejects.toMatchObject({
      status: 429,
      body: { error: { details: { limit: 'checkout', retryAfterSeconds: expect.any(Number) } } },
    });
  });

  it('rejects the seventh refresh within a minute with 429', async () => {
    for (let call = 0; call < 6; call += 1) await refresh(nadia);

    await expect(refresh(nadia)).rejects.toMatchObject({ status: 429, code: 'too_many_requests' });
  });
});
