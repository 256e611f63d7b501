import {
  getSubscription,
  openPaymentPortal,
  refreshSubscription,
  startCheckout,
  type OwnSubscription,
} from '@tidemark/contract';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { act, buy, control, paymentTruth, sellPlans } from '../../../test/payments.ts';
import { until } from '../../../test/until.ts';
import { startTestApp, type TestApp } from '../../../test/start-test-app.ts';
import type { TestClient } from '../../../test/test-client.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  await sellPlans(app);
});
afterAll(() => app.close());
afterEach(async () => {
  await app.control('faults', { method: 'DELETE' });
  await control(app, 'webhooks', {});
});

const own = (client: TestClient) => client.call(getSubscription, undefined);
const refresh = (client: TestClient) => client.call(refreshSubscription, { body: {} });
const becomes = (client: TestClient, isDone: (subscription: OwnSubscription) => boolean) =>
  until(() => own(client), isDone);
const openPortal = (client: TestClient) => client.call(openPaymentPortal, { query: { returnUrl: '/profile' } });
const fault = (rule: object) =>
  app.control('faults', { method: 'POST', body: JSON.stringify({ rules: [{ match: { path: '^/v1/' }, ...rule }] }) });
const listChanges = (userId: string) =>
  app.db
    .selectFrom('subscription_change')
    .select(['plan_id', 'status', 'source', 'price_amount'])
    .where('user_id', '=', userId)
    .orderBy('change_id')
    .execute();

describe('buying a plan', () => {
  it('activates the plan within a second of the provider’s event', async () => {
    const fiona = await app.as('fiona@sandbox.test');
    expect(await own(fiona)).toMatchObject({ plan: 'free', status: 'free', source: null, canPay: true });

    await buy(app, fiona, 'pro');

    const bought = await becomes(fiona, ({ status }) => status === 'active');
    expect(bought).toMatchObject({ plan: 'pro', source: 'stripe', cancelAt: null, pastDue: false, hasPortal: true });
    const { user, product } = await fiona.load();
    expect(product).toMatchObject({ name: 'Pro', currentPeriodEnd: bought.currentPeriodEnd });
    expect(user.accountLimits).toEqual({ unlimited: false, total: 10 });
    expect(user.roadmapAccess).toEqual({ view: true, add: true });
    expect(await listChanges(user._id)).toEqual([
      { plan_id: 'pro', status: 'active', source: 'stripe', price_amount: 2900 },
    ]);
  });

  it('counts down after cancellation, continues when resumed and ends when it expires', async () => {
    const edgar = await app.as('edgar@sandbox.test');
    const subscription = await buy(app, edgar, 'starter');
    await becomes(edgar, ({ status }) => status === 'active');

    for (const style of ['cancel', 'cancel-period-end']) {
      await act(app, subscription, style);
      const ending = await becomes(edgar, ({ cancelAt }) => cancelAt !== null);
      expect(ending).toMatchObject({ status: 'active', cancelAt: ending.currentPeriodEnd });
      await act(app, subscription, 'resume');
      await becomes(edgar, ({ cancelAt }) => cancelAt === null);
    }
    await act(app, subscription, 'cancel-now');

    const ended = await becomes(edgar, ({ status }) => status === 'canceled');
    expect(ended).toMatchObject({ plan: 'starter', cancelAt: null });
    expect(Date.parse(ended.currentPeriodEnd ?? '')).toBeLessThanOrEqual(Date.now());
    const { user } = await edgar.load();
    expect((await listChanges(user._id)).map(({ status, price_amount }) => [status, price_amount])).toEqual([
      ['active', 900],
      ['canceled', null],
    ]);
  });

  it('renews an ended plan through the portal endpoint, which leads to its checkout', async () => {
    const edgar = await app.as('edgar@sandbox.test');

    const { url } = await openPortal(edgar);

    expect(url).toMatch(/\/c\/pay\/cs_test_/);
    await control(app, `checkouts/${url.split('/').at(-1)}/pay`);
    await becomes(edgar, ({ status }) => status === 'active');
  });

  it('retains access with a warning while a payment is retried, and ends it when the provider gives up', async () => {
    const cal = await app.as('cal@sandbox.test');
    const subscription = await buy(app, cal, 'pro');
    await becomes(cal, ({ status }) => status === 'active');
    const [customer] = (await paymentTruth(app)).subscriptions.filter(({ id }) => id === subscription);

    await control(app, `customers/${customer?.customer}/card`, { works: false });
    await act(app, subscription, 'renew');

    expect(await becomes(cal, ({ pastDue }) => pastDue)).toMatchObject({ status: 'active' });
    expect((await cal.load()).user.subscription.pastDue).toBe(true);
    await control(app, `customers/${customer?.customer}/card`, { works: true });
    await becomes(cal, ({ pastDue }) => !pastDue);
    expect((await cal.load()).user.subscription).not.toHaveProperty('pastDue');
  });

  it('rejects a purchase while subscribed, even if the event was lost', async () => {
    const maya = await app.as('maya@sandbox.test');
    await control(app, 'webhooks', { drop: true });
    await buy(app, maya, 'pro');
    expect(await own(maya)).toMatchObject({ status: 'free' });

    await expect(maya.call(startCheckout, { body: { plan: 'agency' } })).rejects.toMatchObject({
      status: 409,
      code: 'subscription_exists',
    });

    expect(await own(maya)).toMatchObject({ plan: 'pro', status: 'active' });
  });

  it('accepts one payment for a plan, however many checkouts were opened concurrently', async () => {
    const theo = await app.as('theo@sandbox.test');
    const { user } = await theo.load();

    const pages = await Promise.all([1, 2, 3, 4, 5].map(() => theo.call(startCheckout, { body: { plan: 'starter' } })));

    const truth = await paymentTruth(app);
    const customers = truth.customers.filter(({ metadata }) => metadata['user'] === user._id);
    expect(customers).toHaveLength(1);
    expect(pages).toHaveLength(5);
    const open = truth.checkouts.filter(({ customer, status }) => customer === customers[0]?.id && status === 'open');
    expect(open).toHaveLength(1);
  });

  it.each([
    ['nobody', 'plan_not_found', 404],
    ['free', 'plan_not_for_sale', 409],
  ])('rejects the plan %s: %s', async (plan, code, status) => {
    const theo = await app.as('theo@sandbox.test');

    await expect(theo.call(startCheckout, { body: { plan } })).rejects.toMatchObject({ status, code });
  });

  it('ignores prices, customers and users from the browser', async () => {
    const theo = await app.as('theo@sandbox.test');

    const answer = theo.call(startCheckout, { body: { plan: 'pro', customer: 'cus_1' } as never });

    await expect(answer).rejects.toMatchObject({ status: 400, body: { message: expect.stringContaining('customer') } });
  });

  it('creates a new customer if it was deleted at the provider', async () => {
    const ines = await app.as('ines@sandbox.test');
    await ines.call(startCheckout, { body: { plan: 'agency' } });
    const { user } = await ines.load();
    const before = (await paymentTruth(app)).customers.find(({ metadata }) => metadata['user'] === user._id);
    await fetch(`${app.sandbox.url}/v1/customers/${before?.id}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${app.sandbox.environment['STRIPE_SECRET_KEY']}` },
    });

    await buy(app, ines, 'agency');

    await becomes(ines, ({ status }) => status === 'active');
  });
});

describe('without events', () => {
  it('syncs the subscription when the user returns', async () => {
    const nadia = await app.as('nadia@sandbox.test');
    await control(app, 'webhooks', { drop: true });
    const subscription = await buy(app, nadia, 'starter');
    expect(await own(nadia)).toMatchObject({ status: 'free' });

    expect(await refresh(nadia)).toMatchObject({ status: 'active', plan: 'starter' });

    await act(app, subscription, 'cancel-now');
    await app.db.updateTable('payment_customer').set({ next_fetch_at: new Date() }).execute();
    await becomes(nadia, ({ status }) => status === 'canceled');
  });

  it('stores the latest fetch even if an earlier response arrives late', async () => {
    const nadia = await app.as('nadia@sandbox.test');
    await control(app, 'webhooks', { drop: true });
    const subscription = await buy(app, nadia, 'starter');
    await app.control('payments/ledger', { method: 'DELETE' });
    await fault({ fault: 'slow', params: { millis: 1_500 }, times: 1 });

    const older = refresh(nadia);
    await until(
      () => app.control<{ entries: unknown[] }>('payments/ledger'),
      ({ entries }) => entries.length > 0,
    );
    await act(app, subscription, 'cancel-now');
    const newer = refresh(nadia);

    expect((await Promise.all([older, newer])).at(-1)).toMatchObject({ status: 'canceled' });
    expect(await own(nadia)).toMatchObject({ status: 'canceled' });
  });

  it('changes nothing for a user without a customer', async () => {
    const olu = await app.as('olu@sandbox.test');
    const before = await own(olu);

    expect(await refresh(olu)).toEqual(before);
  });
});

describe('assigned plans', () => {
  it('have no portal because they are not paid', async () => {
    const olu = await app.withPlan('olu@sandbox.test', 'pro');

    expect(await own(olu)).toMatchObject({ source: 'operator', status: 'active', hasPortal: false });
    await expect(openPortal(olu)).rejects.toMatchObject({ status: 409, code: 'no_payment_portal' });
  });

  it('stay until the user pays for a plan', async () => {
    const nadia = await app.withPlan('nadia@sandbox.test', 'agency');
    expect(await refresh(nadia)).toMatchObject({ plan: 'agency', source: 'operator' });

    await buy(app, nadia, 'starter');

    expect(await becomes(nadia, ({ source }) => source === 'stripe')).toMatchObject({ plan: 'starter' });
  });
});

describe('event processing', () => {
  it('retries an event until its subscription can be fetched', async () => {
    const fiona = await app.as('fiona@sandbox.test');
    const [subscription] = (await paymentTruth(app)).subscriptions.filter(({ status }) => status === 'active');
    await fault({ fault: 'token' });
    for (const { id } of (await paymentTruth(app)).subscriptions) await act(app, id, 'cancel');
    await until(
      () => app.db.selectFrom('payment_event').select('last_error').where('failures', '>', 0).execute(),
      (rows) => rows.length > 0,
    );
    expect(subscription).toBeDefined();
    expect(await own(fiona)).toMatchObject({ cancelAt: null });

    await app.control('faults', { method: 'DELETE' });
    await app.db
      .updateTable('payment_event')
      .set({ next_attempt_at: new Date() })
      .where('processed_at', 'is', null)
      .execute();

    await becomes(fiona, ({ cancelAt }) => cancelAt !== null);
  });
});
