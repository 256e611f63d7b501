import {
  getStripeState,
  getSubscription,
  setUserRole,
  openPaymentPortal,
  refreshSubscription,
  startCheckout,
  testStripe,
} from '@tidemark/contract';
import { afterEach, describe, expect, it } from 'vitest';
import { act, buy, sellPlans } from '../../../test/payments.ts';
import { startTestApp, type TestApp } from '../../../test/start-test-app.ts';
import type { TestClient } from '../../../test/test-client.ts';

let app: TestApp;
afterEach(() => app.close());

const sendEvent = () => fetch(`${app.url}/api/v1/webhooks/stripe`, { method: 'POST', body: '{}' });

describe('without a Stripe key', () => {
  it('lets operators assign plans, sells nothing and reports this at every endpoint', async () => {
    app = await startTestApp({ work: false, environment: { STRIPE_SECRET_KEY: '', STRIPE_WEBHOOK_SECRET: '' } });
    const theo = await app.withPlan('theo@sandbox.test', 'starter');
    const olu = await app.as('olu@sandbox.test');

    expect(await theo.call(getSubscription, undefined)).toMatchObject({
      plan: 'starter',
      status: 'active',
      canPay: false,
      mayAddTax: false,
      hasPortal: false,
    });
    await expect(theo.call(startCheckout, { body: { plan: 'pro' } })).rejects.toMatchObject({ code: 'payments_off' });
    await expect(theo.call(openPaymentPortal, { query: { returnUrl: '/profile' } })).rejects.toMatchObject({
      status: 409,
      code: 'no_payment_portal',
    });
    expect(await theo.call(refreshSubscription, { body: {} })).toMatchObject({ plan: 'starter' });
    expect(await olu.call(getStripeState, undefined)).toMatchObject({ connection: null, prices: [] });
    await expect(olu.call(testStripe, undefined)).rejects.toMatchObject({ code: 'payments_off' });
    expect((await sendEvent()).status).toBe(404);
  });
});

describe('a new operator', () => {
  const free = { status: 'free' };
  const unlimited = { plan: 'agency', status: 'active', source: 'operator' };
  const subscriptionOf = (client: TestClient) => client.call(getSubscription, undefined);
  const promote = async (client: TestClient) => {
    const params = { userId: (await client.load()).user._id };
    await (await app.as('olu@sandbox.test')).call(setUserRole, { params, body: { role: 'system-admin' } });
  };

  it('gets the unlimited plan without a Stripe key, unless they have one', async () => {
    app = await startTestApp({ work: false, environment: { STRIPE_SECRET_KEY: '', STRIPE_WEBHOOK_SECRET: '' } });
    const olu = await app.as('olu@sandbox.test');
    const theo = await app.withPlan('theo@sandbox.test', 'starter');
    const fiona = await app.as('fiona@sandbox.test');
    expect(await subscriptionOf(fiona)).toMatchObject(free);

    await promote(theo);
    await promote(fiona);

    expect(await subscriptionOf(olu)).toMatchObject(unlimited);
    expect((await olu.load()).user.accountLimits.unlimited).toBe(true);
    expect(await subscriptionOf(theo)).toMatchObject({ ...unlimited, plan: 'starter' });
    expect(await subscriptionOf(fiona)).toMatchObject(unlimited);
    const { change } = await app.db
      .selectFrom('audit_entry')
      .select('change')
      .where('action', '=', 'user.role')
      .orderBy('entry_id')
      .limit(1)
      .executeTakeFirstOrThrow();
    expect(change).toMatchObject({ role: 'system-admin', plan: 'agency' });
  });

  it('buys a plan like everyone else with a Stripe key', async () => {
    app = await startTestApp({ work: false });
    const olu = await app.as('olu@sandbox.test');

    expect(await subscriptionOf(olu)).toMatchObject(free);
  });
});

describe('with a Stripe key but no webhook secret', () => {
  it('offers no event endpoint and syncs purchases when the user returns', async () => {
    app = await startTestApp({ work: false, environment: { STRIPE_WEBHOOK_SECRET: '' } });
    await sellPlans(app);
    const theo = await app.as('theo@sandbox.test');

    const subscription = await buy(app, theo, 'starter');

    expect((await sendEvent()).status).toBe(404);
    expect(await theo.call(refreshSubscription, { body: {} })).toMatchObject({ status: 'active' });
    await act(app, subscription, 'cancel-now');
    expect(await theo.call(refreshSubscription, { body: {} })).toMatchObject({ status: 'canceled' });
  });
});
