import { createHmac } from 'node:crypto';
import { getSubscription } from '@tidemark/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { act, buy, control, paymentTruth, sellPlans } from '../../../test/payments.ts';
import { until } from '../../../test/until.ts';
import { startTestApp, type TestApp } from '../../../test/start-test-app.ts';
import type { TestClient } from '../../../test/test-client.ts';

let app: TestApp;
let fiona: TestClient;
beforeAll(async () => {
  app = await startTestApp();
  await sellPlans(app);
  fiona = await app.as('fiona@sandbox.test');
});
afterAll(() => app.close());
beforeEach(() => control(app, 'webhooks', { hold: true }));

const own = () => fiona.call(getSubscription, undefined);
const secret = () => app.sandbox.environment['STRIPE_WEBHOOK_SECRET'] ?? '';
const now = () => Math.floor(Date.now() / 1000);
const sign = (body: string, { at = now(), key = secret() } = {}) =>
  `t=${at},v1=${createHmac('sha256', key).update(`${at}.${body}`).digest('hex')}`;

interface DelayedEvent {
  id: string;
  type: string;
  body: string;
}
const events = async () => (await app.control<{ events: DelayedEvent[] }>('payments/events')).events;
const lastEvent = async () => (await events()).at(-1) ?? { id: '', type: '', body: '' };
const listEvents = () => app.db.selectFrom('payment_event').select(['event_id', 'processed_at']).execute();
const allRead = () => until(listEvents, (rows) => rows.every(({ processed_at }) => processed_at !== null));

function send(body: string, headers: Record<string, string>) {
  return fetch(`${app.url}/api/v1/webhooks/stripe`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  });
}

describe('event endpoint', () => {
  it.each([
    ['without a signature', () => ({})],
    ['with an empty signature', () => ({ 'stripe-signature': '' })],
    ['with a signature of something else', () => ({ 'stripe-signature': sign('{}') })],
    ['signed with another secret', (body: string) => ({ 'stripe-signature': sign(body, { key: 'whsec_guess' }) })],
    ['signed with an empty key', (body: string) => ({ 'stripe-signature': sign(body, { key: '' }) })],
    ['signed 301 seconds ago', (body: string) => ({ 'stripe-signature': sign(body, { at: now() - 301 }) })],
    ['signed 305 seconds ahead', (body: string) => ({ 'stripe-signature': sign(body, { at: now() + 305 }) })],
    [
      'that was written anew',
      (body: string) => ({ 'stripe-signature': sign(JSON.stringify(JSON.parse(body), null, 1)) }),
    ],
  ] as const)('rejects an event %s and changes nothing', async (_, toHeaders) => {
    const subscription = await buy(app, fiona, 'pro');
    const { body } = await lastEvent();
    const before = [await listEvents(), await own()];

    const answer = await send(body, toHeaders(body));

    const after = [await listEvents(), await own()];
    await act(app, subscription, 'cancel-now');
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ success: false, error: { code: 'signature_invalid' } });
    expect(after).toEqual(before);
  });

  it.each(['', '{"id":', '[]', '{"id":"evt_1"}'])('rejects signed nonsense (%s)', async (body) => {
    expect((await send(body, { 'stripe-signature': sign(body) })).status).toBe(400);
  });

  it('accepts an event 299 seconds old, and one signed with the old and the new secret', async () => {
    const body = JSON.stringify({ id: 'evt_old', type: 'ping', data: { object: {} } });
    const other = sign(body, { key: 'whsec_old' }).replace(/^t=\d+,/, '');

    expect((await send(body, { 'stripe-signature': sign(body, { at: now() - 299 }) })).status).toBe(200);
    expect((await send(body, { 'stripe-signature': `${sign(body)},${other}` })).status).toBe(200);
  });

  it.each([
    [
      'of a kind that changes nobody’s plan',
      { type: 'customer.tax_id.created', data: { object: { customer: 'cus_1' } } },
    ],
    ['of somebody who is not known here', { type: 'invoice.paid', data: { object: { customer: 'cus_nobody' } } }],
    ['about nobody', { type: 'invoice.paid', data: { object: {} } }],
  ])('accepts and ignores an event %s', async (_, event) => {
    const body = JSON.stringify({ id: `evt_${event.type}${JSON.stringify(event.data)}`.slice(0, 80), ...event });

    const answer = await send(body, { 'stripe-signature': sign(body) });

    expect(answer.status).toBe(200);
    await allRead();
  });

  it('processes ten concurrent copies of an event once', async () => {
    const subscription = await buy(app, fiona, 'pro');
    const { id, body } = await lastEvent();
    const { user } = await fiona.load();
    const changes = () =>
      app.db.selectFrom('subscription_change').selectAll().where('user_id', '=', user._id).execute();
    const before = await changes();

    const answers = await Promise.all(Array.from({ length: 10 }, () => send(body, { 'stripe-signature': sign(body) })));

    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
    await until(own, ({ status }) => status === 'active');
    expect((await listEvents()).filter(({ event_id }) => event_id === id)).toHaveLength(1);
    expect(await changes()).toHaveLength(before.length + 1);
    await act(app, subscription, 'cancel-now');
    await control(app, 'events/deliver', { ids: [(await lastEvent()).id] });
    await until(own, ({ status }) => status === 'canceled');
  });
});

const wishes = [
  'cancel',
  'cancel-period-end',
  'resume',
  'cancel-now',
  'renew',
  'price:price_sandbox_agency_month',
  'buy',
];

describe('events in any order, repeated, late or lost', () => {
  it("result in the provider's current state", async () => {
    const { user } = await fiona.load();
    const truth = async () => {
      const { customers, subscriptions } = await paymentTruth(app);
      const mine = customers.find(({ metadata }) => metadata['user'] === user._id)?.id;
      return subscriptions.filter(({ customer }) => customer === mine);
    };

    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...wishes), { minLength: 1, maxLength: 6 }),
        fc.array(fc.nat(), { minLength: 1, maxLength: 12 }),
        fc.array(fc.nat(), { minLength: 1, maxLength: 12 }),
        fc.nat(),
        async (deeds, early, late, lost) => {
          const begun = (await events()).length;
          const fresh = async () => (await events()).slice(begun).map(({ id }) => id);
          const deliver = async (picks: number[], ids: string[]) =>
            control(app, 'events/deliver', { ids: picks.map((pick) => ids[pick % ids.length]).filter(Boolean) });

          for (const deed of deeds) {
            const open = (await truth()).find(({ status }) => status !== 'canceled');
            if (!open) await buy(app, fiona, 'pro');
            else if (deed !== 'buy') await act(app, open.id, deed);
            // Some events arrive during the next change, and the same events again later.
            if (early.length > 0) void deliver(early, await fresh());
          }
          const all = await fresh();
          const order = all.toSorted((one, other) => (one + lost).localeCompare(other + lost));
          await deliver(late, all);
          await control(app, 'events/deliver', { ids: [...order.toReversed(), ...order] });
          await allRead();

          const now = await truth();
          const open = now.find(({ status }) => status !== 'canceled');
          const mine = await own();
          expect(mine.status).toBe(open ? 'active' : 'canceled');
          expect(mine.pastDue).toBe(open?.status === 'past_due');
          expect(mine.cancelAt && Date.parse(mine.cancelAt) / 1000).toBe(open?.cancel_at ?? null);
        },
      ),
      { numRuns: process.env['TEST_ALL'] ? 100 : 15, seed: 71_300 },
    );
  }, 120_000);

  it('change nothing when repeated events are handled by two processes concurrently', async () => {
    const other = await app.startWorker();
    const before = await own();
    const rows = await app.db.selectFrom('subscription_change').select('change_id').execute();
    await app.db
      .updateTable('payment_event')
      .set({ processed_at: null, next_attempt_at: new Date(0) })
      .execute();

    await allRead();

    expect(await own()).toEqual(before);
    expect(await app.db.selectFrom('subscription_change').select('change_id').execute()).toEqual(rows);
    await other.close();
  }, 30_000);
});
