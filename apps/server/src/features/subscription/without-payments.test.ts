import {
  getStripeState,
  getSubscription,
  openPaymentPortal,
  refreshSubscription,
  startCheckout,
  testStripe,
} from '@tidemark/contract';
import { afterEach, describe, expect, it } from 'vitest';
import { act, buy, sellPlans } from '../../../test/payments.ts';
import { startTestApp, type TestApp } from '../../../test/start-test-app.ts';

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
