import { deleteUser } from '@tidemark/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buy, paymentTruth, sellPlans } from '../../../test/payments.ts';
import { until } from '../../../test/until.ts';
import { startTestApp, type TestApp } from '../../../test/start-test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  await sellPlans(app);
});
afterAll(() => app.close());

const listChanges = (userId: string) =>
  app.db
    .selectFrom('subscription_change')
    .select(['plan_id', 'status', 'source', 'price_amount'])
    .where('user_id', '=', userId)
    .orderBy('change_id')
    .execute();
const fault = (rule: object) =>
  app.control('faults', { method: 'POST', body: JSON.stringify({ rules: [{ match: { path: '^/v1/' }, ...rule }] }) });

describe('deleted users', () => {
  it('deletes the customer at the provider and anonymises the history', async () => {
    const fiona = await app.as('fiona@sandbox.test');
    await buy(app, fiona, 'pro');
    await until(
      () => fiona.load(),
      ({ user: loaded }) => loaded.subscription.status === 'active',
    );
    const { user } = await fiona.load();
    const customer = (await paymentTruth(app)).customers.find(({ metadata }) => metadata['user'] === user._id);
    const rows = await listChanges(user._id);

    await fiona.call(deleteUser, { body: { confirm: 'DELETE' } });

    await until(
      async () => (await paymentTruth(app)).customers.find(({ id }) => id === customer?.id),
      (found) => found?.deleted === true,
    );
    const truth = await paymentTruth(app);
    expect(truth.subscriptions.filter(({ customer: of }) => of === customer?.id).map(({ status }) => status)).toEqual([
      'canceled',
    ]);
    expect(rows.length).toBeGreaterThan(0);
    expect(await listChanges(user._id)).toEqual([]);
    const { count } = await app.db
      .selectFrom('subscription_change')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('status', '=', 'canceled')
      .where('user_id', 'not in', app.db.selectFrom('app_user').select('user_id'))
      .executeTakeFirstOrThrow();
    expect(count).toBe(1);
    await until(
      () =>
        app.db
          .selectFrom('payment_customer')
          .selectAll()
          .where('customer_id', '=', customer?.id ?? '')
          .execute(),
      (left) => left.length === 0,
    );
  });

  it('deletes a user while the provider is down, and the customer once it responds', async () => {
    const edgar = await app.as('edgar@sandbox.test');
    await buy(app, edgar, 'pro');
    await until(
      () => edgar.load(),
      ({ user: loaded }) => loaded.subscription.status === 'active',
    );
    const { user } = await edgar.load();
    const customer = (await paymentTruth(app)).customers.find(({ metadata }) => metadata['user'] === user._id);
    await fault({ fault: 'token' });

    await edgar.call(deleteUser, { body: { confirm: 'DELETE' } });

    await until(
      () => app.db.selectFrom('payment_customer').select('failures').where('user_id', 'is', null).execute(),
      (rows) => rows.some(({ failures }) => failures > 0),
    );
    await app.control('faults', { method: 'DELETE' });
    await app.db.updateTable('payment_customer').set({ next_fetch_at: new Date() }).execute();
    await until(
      async () => (await paymentTruth(app)).customers.find(({ id }) => id === customer?.id),
      (found) => found?.deleted === true,
    );
  });
});
