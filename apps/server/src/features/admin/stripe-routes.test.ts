import { getStripeState, getSubscription, listPlans, testStripe, updatePlan } from '@tidemark/contract';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { act, buy, control, paymentTruth, sellPlans } from '../../../test/payments.ts';
import { until } from '../../../test/until.ts';
import { startTestApp, type TestApp } from '../../../test/start-test-app.ts';
import type { TestClient } from '../../../test/test-client.ts';

let app: TestApp;
let olu: TestClient;
beforeAll(async () => {
  app = await startTestApp();
  olu = await app.as('olu@sandbox.test');
});
afterAll(() => app.close());
afterEach(() => app.control('faults', { method: 'DELETE' }));

const state = () => olu.call(getStripeState, undefined);
const fault = (name: string) =>
  app.control('faults', {
    method: 'POST',
    body: JSON.stringify({ rules: [{ match: { path: '^/v1/' }, fault: name }] }),
  });
const pro = {
  name: 'Pro',
  accountLimits: { unlimited: false, total: 10 },
  roadmapAccess: { view: true, add: true },
  priceId: 'price_sandbox_pro_month',
};
const save = (id: string, body: object) => olu.call(updatePlan, { params: { id }, body: { ...pro, ...body } });
const entries = (action: string) =>
  app.db.selectFrom('audit_entry').selectAll().where('action', '=', action).orderBy('entry_id').execute();

describe('payment status', () => {
  it('never contains a secret, in whole or in usable parts', async () => {
    const shown = await state();

    const text = JSON.stringify(shown);
    for (const name of ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET']) {
      const secret = app.sandbox.environment[name] ?? '';
      expect(text).not.toContain(secret.slice(8, 20));
      expect(text).toContain(`…${secret.slice(-4)}`);
    }
    expect(shown.connection).toMatchObject({ mode: 'test', secretKey: expect.stringMatching(/^sk_test_…\w{4}$/) });
    expect(shown.webhook.address).toBe(`${app.url}/api/v1/webhooks/stripe`);
  });

  it('lists sellable prices and reports when the provider is not responding', async () => {
    expect((await state()).prices).toContainEqual({
      id: 'price_sandbox_pro_month',
      productId: 'prod_sandbox_pro',
      productName: 'Tidemark Pro',
      price: { amount: 2900, currency: 'eur', interval: 'month' },
    });

    await fault('token');

    expect(await state()).toMatchObject({ prices: null, plans: [{ id: 'free', people: 1, paying: 0 }, {}, {}, {}] });
  });
});

describe('updating a plan', () => {
  it('sets its price for everyone and audits the previous value', async () => {
    const { plan } = await save('pro', { name: 'Pro' });

    expect(plan.price).toEqual({ amount: 2900, currency: 'eur', interval: 'month' });
    const theo = await app.as('theo@sandbox.test');
    expect((await theo.call(listPlans, undefined)).plans.find(({ id }) => id === 'pro')).toEqual(plan);
    const [entry] = await entries('plan.updated');
    expect(entry).toMatchObject({ target: 'plan:pro', outcome: 'ok' });
    expect(entry?.change).toMatchObject({ priceId: 'price_sandbox_pro_month', before: { priceId: null } });
  });

  it.each([
    ['nobody', {}, 'plan_not_found', 404],
    ['free', {}, 'plan_not_for_sale', 409],
    ['starter', {}, 'price_taken', 409],
    ['starter', { priceId: 'price_of_another_business' }, 'price_not_found', 422],
  ])('rejects (%s, %o) with %s and audits the rejection', async (id, body, code, status) => {
    const before = await entries('plan.updated');

    await expect(save(id, body)).rejects.toMatchObject({ status, code });

    const after = await entries('plan.updated');
    expect(after).toHaveLength(before.length + 1);
    expect(after.at(-1)).toMatchObject({ outcome: 'failed', failure: code });
  });

  it.each([
    ['name', { name: '  ' }],
    ['total', { accountLimits: { unlimited: false, total: -1 } }],
    ['position', { position: 1 }],
    ['add', { roadmapAccess: { view: true } }],
  ])('rejects a plan with an invalid %s', async (field, body) => {
    await expect(save('pro', body)).rejects.toMatchObject({
      status: 400,
      body: { message: expect.stringContaining(field) },
    });
  });

  it("keeps its subscribers when its price changes, even to the same product's yearly price", async () => {
    await sellPlans(app);
    const theo = await app.as('theo@sandbox.test');
    const subscription = await buy(app, theo, 'starter');
    const own = () => theo.call(getSubscription, undefined);
    await until(own, ({ status }) => status === 'active');

    await act(app, subscription, 'price:price_sandbox_agency_year');

    const switched = await until(own, ({ plan }) => plan === 'agency');
    expect(switched.price).toEqual({ amount: 99_000, currency: 'eur', interval: 'year' });
    expect((await state()).plans.find(({ id }) => id === 'agency')).toMatchObject({ people: 1, paying: 1 });
  });
});

describe('connection test', () => {
  it('passes when everything is set up', async () => {
    const { passed, checks } = await olu.call(testStripe, undefined);

    expect(checks.map(({ name, passed: is }) => [name, is])).toEqual([
      ['key', true],
      ['prices', true],
      ['portal', true],
      ['webhook', true],
    ]);
    expect(passed).toBe(true);
  });

  it.each([
    ['token', /rejected the key/],
    ['connection-reset', /is not responding/],
  ])('explains the failure: %s', async (name, message) => {
    await fault(name);

    const { passed, checks } = await olu.call(testStripe, undefined);

    expect(passed).toBe(false);
    expect(checks[0]).toMatchObject({ name: 'key', passed: false, message: expect.stringMatching(message) });
  });
});

describe('payment events', () => {
  it('counts payment events and lists failed ones with the reason', async () => {
    const nadia = await app.as('nadia@sandbox.test');
    await buy(app, nadia, 'starter');
    await until(state, ({ webhook }) => webhook.lastEvent !== null && webhook.waiting === 0);
    await fault('token');
    const [subscription] = (await paymentTruth(app)).subscriptions;

    await act(app, subscription?.id ?? '', 'cancel');

    const { webhook } = await until(state, ({ webhook: { failing } }) => failing > 0);
    expect(webhook.lastProblem).toContain('API Key');
    await control(app, 'webhooks', {});
  });
});

it('Stripe endpoints are forbidden for non-operators', async () => {
  const theo = await app.as('theo@sandbox.test');

  await expect(theo.call(getStripeState, undefined)).rejects.toMatchObject({ status: 403 });
  await expect(theo.call(testStripe, undefined)).rejects.toMatchObject({ status: 403 });
  await expect(theo.call(updatePlan, { params: { id: 'pro' }, body: pro })).rejects.toMatchObject({ status: 403 });
});
