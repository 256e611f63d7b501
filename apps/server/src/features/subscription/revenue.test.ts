import { getSubscription, refreshSubscription, startCheckout } from '@tidemark/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { act, buy, control, paymentTruth, sellPlans } from '../../../test/payments.ts';
import { startTestApp, type TestApp } from '../../../test/start-test-app.ts';
import type { TestClient } from '../../../test/test-client.ts';
import { until } from '../../../test/until.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({
    environment: {
      STRIPE_AUTOMATIC_TAX: 'on',
      STRIPE_TAX_IDS: 'on',
      STRIPE_PROMOTION_CODES: 'on',
      STRIPE_BILLING_ADDRESS: 'required',
    },
  });
  await sellPlans(app);
});
afterAll(() => app.close());

const own = (client: TestClient) => client.call(getSubscription, undefined);
const priceBecomes = (client: TestClient, amount: number | null) =>
  until(
    () => own(client),
    ({ price }) => (price?.amount ?? null) === amount,
  );

describe('subscription revenue', () => {
  it('follows discounts and paused collection', async () => {
    const cal = await app.as('cal@sandbox.test');
    const subscription = await buy(app, cal, 'pro');
    await priceBecomes(cal, 2_900);

    await control(app, `subscriptions/${subscription}/discounts`, { percentOff: 50 });
    expect((await priceBecomes(cal, 1_450)).price).toEqual({ amount: 1_450, currency: 'eur', interval: 'month' });

    await control(app, `subscriptions/${subscription}/discounts`, { amountOff: 2_000, duration: 'once' });
    await control(app, `subscriptions/${subscription}/discounts`, { amountOff: 400 });
    await priceBecomes(cal, 1_050);

    await act(app, subscription, 'pause-collection');
    expect(await priceBecomes(cal, null)).toMatchObject({ plan: 'pro', status: 'active' });
    await act(app, subscription, 'resume-collection');
    await priceBecomes(cal, 1_050);
  });

  it("is found behind a customer's hundred later subscriptions", async () => {
    const ines = await app.as('ines@sandbox.test');
    const bought = await buy(app, ines, 'starter');
    await priceBecomes(ines, 900);
    const { subscriptions } = await paymentTruth(app);
    const customer = subscriptions.find(({ id }) => id === bought)?.customer ?? '';
    await control(app, 'webhooks', { drop: true });
    for (let count = 0; count < 100; count += 1) await subscribeAndCancel(customer);

    await ines.call(refreshSubscription, { body: {} });

    expect(await own(ines)).toMatchObject({ plan: 'starter', status: 'active', price: { amount: 900 } });
  });
});

/** Subscribes and cancels without Tidemark, as an operator could in Stripe's dashboard. */
async function subscribeAndCancel(customer: string): Promise<void> {
  const answer = await fetch(`${app.sandbox.url}/v1/checkout/sessions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${app.sandbox.environment['STRIPE_SECRET_KEY']}` },
    body: new URLSearchParams({
      mode: 'subscription',
      customer,
      'line_items[0][price]': 'price_sandbox_pro_month',
      success_url: app.url,
    }),
  });
  const checkout = z.object({ id: z.string() }).parse(await answer.json());
  const { id } = await control<{ id: string }>(app, `checkouts/${checkout.id}/pay`);
  await act(app, id, 'cancel-now');
}

describe('the checkout', () => {
  it('computes taxes, asks for tax IDs and addresses, and accepts promotion codes if configured', async () => {
    const fiona = await app.as('fiona@sandbox.test');
    const { url } = await fiona.call(startCheckout, { body: { plan: 'pro' } });

    const { checkouts } = await paymentTruth(app);
    expect(checkouts.find(({ id }) => url.endsWith(id))?.options).toEqual({
      hasAutomaticTax: true,
      collectsTaxIds: true,
      takesPromotionCodes: true,
      billingAddress: 'required',
    });
    expect(await own(fiona)).toMatchObject({ mayAddTax: true });
  });
});
