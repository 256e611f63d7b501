import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { ask, lever, openSandbox, toText, type Answer } from '../../test/sandbox-client.ts';
import type { Sandbox } from '../index.ts';

const day = 86_400;
const closing: (() => void)[] = [];
afterEach(() => closing.splice(0).forEach((close) => close()));

function stripe(
  sandbox: Sandbox,
  method: string,
  path: string,
  form?: Record<string, string>,
  key?: string,
): Promise<Answer> {
  return ask(`${sandbox.url}/v1/${path}`, {
    method,
    headers: {
      authorization: `Bearer ${sandbox.environment['STRIPE_SECRET_KEY']}`,
      ...(key !== undefined && { 'idempotency-key': key }),
    },
    ...(form && { body: new URLSearchParams(form) }),
  });
}

async function newCustomer(sandbox: Sandbox): Promise<string> {
  const { body } = await stripe(sandbox, 'POST', 'customers', { email: 'a@b.c', 'metadata[user]': '1' });
  return toText(body['id']);
}

const order = (customer: string) => ({
  mode: 'subscription',
  customer,
  'line_items[0][price]': 'price_sandbox_pro_month',
  'line_items[0][quantity]': '1',
  success_url: 'http://localhost:3000/done?id={CHECKOUT_SESSION_ID}',
  'subscription_data[metadata][plan]': 'pro',
});

async function subscribe(sandbox: Sandbox, customer: string): Promise<string> {
  const { body } = await stripe(sandbox, 'POST', 'checkout/sessions', order(customer));
  return toText((await lever(sandbox, `payments/checkouts/${toText(body['id'])}/pay`, {})).body['id']);
}

const pass = (sandbox: Sandbox, days: number) => lever(sandbox, 'clock', { advanceSeconds: days * day });
const read = async (sandbox: Sandbox, id: string) => (await stripe(sandbox, 'GET', `subscriptions/${id}`)).body;

/** Starts an application that records the events it receives, and accepts or rejects them. */
async function listen(takes: () => boolean = () => true) {
  const got: { type: string; isSigned: boolean }[] = [];
  let secret = '';
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      const [, at = '', signature = ''] = /^t=(\d+),v1=(\w+)$/.exec(String(request.headers['stripe-signature'])) ?? [];
      const own = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex');
      const { type } = JSON.parse(body) as { type: string };
      got.push({ type, isSigned: own === signature });
      response.writeHead(takes() ? 200 : 500).end();
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  closing.push(() => server.close());
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const sandbox = await openSandbox({ appOrigins: [`http://127.0.0.1:${port}`] });
  secret = sandbox.environment['STRIPE_WEBHOOK_SECRET'] ?? '';
  return { sandbox, got };
}

describe('Stripe stand-in', () => {
  it('rejects requests without its key', async () => {
    const sandbox = await openSandbox();

    const { status, body } = await ask(`${sandbox.url}/v1/prices`);

    expect(status).toBe(401);
    expect(body).toMatchObject({ error: { type: 'invalid_request_error' } });
  });

  it('replays the response for an idempotency key, and rejects the key for other parameters', async () => {
    const sandbox = await openSandbox();
    const first = await stripe(sandbox, 'POST', 'customers', { email: 'a@b.c' }, 'key-1');

    const again = await stripe(sandbox, 'POST', 'customers', { email: 'a@b.c' }, 'key-1');
    const other = await stripe(sandbox, 'POST', 'customers', { email: 'x@y.z' }, 'key-1');

    expect(again.body).toEqual(first.body);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(other).toMatchObject({ status: 400, body: { error: { type: 'idempotency_error' } } });
  });

  it.each([
    ['an unknown parameter', 'customers', { nickname: 'A' }, 'parameter_unknown'],
    ['a missing one', 'checkout/sessions', { mode: 'subscription' }, 'parameter_missing'],
    ['an unknown customer', 'billing_portal/sessions', { customer: 'cus_none' }, 'resource_missing'],
  ])('rejects %s in Stripe’s error format', async (_, path, form, code) => {
    const sandbox = await openSandbox();

    const { status, body } = await stripe(sandbox, 'POST', path, form);

    expect(status).toBe(400);
    expect(body).toMatchObject({ error: { type: 'invalid_request_error', code } });
  });

  it('expands supported fields in expand[], and rejects other expansions', async () => {
    const sandbox = await openSandbox();
    const list = (path: string) => stripe(sandbox, 'GET', `prices?expand[]=${path}`);

    expect((await list('data.product')).body).toMatchObject({
      data: [{ product: { object: 'product' } }, {}, {}, {}, {}, {}],
    });
    expect(await list('data.tiers_of_joy')).toMatchObject({ status: 400, body: { error: { param: 'expand[0]' } } });
  });

  it("expands a discount's coupon only on request", async () => {
    const sandbox = await openSandbox();
    const id = await subscribe(sandbox, await newCustomer(sandbox));
    await lever(sandbox, `payments/subscriptions/${id}/discounts`, { percentOff: 20 });
    const readWith = async (path: string) =>
      (await stripe(sandbox, 'GET', `subscriptions/${id}?expand[0]=${path}`)).body['discounts'];

    expect((await read(sandbox, id))['discounts']).toEqual([expect.stringMatching(/^di_/)]);
    expect(await readWith('discounts')).toMatchObject([{ source: { coupon: expect.stringMatching(/^co_/) } }]);
    expect(await readWith('discounts.source.coupon')).toMatchObject([{ source: { coupon: { percent_off: 20 } } }]);
  });

  it('computes taxes only for customers whose address the checkout may store', async () => {
    const sandbox = await openSandbox();
    const customer = await newCustomer(sandbox);
    const taxed = { ...order(customer), 'automatic_tax[enabled]': 'true' };

    expect(await stripe(sandbox, 'POST', 'checkout/sessions', taxed)).toMatchObject({
      status: 400,
      body: { error: { param: 'customer_update[address]' } },
    });
    expect(
      (await stripe(sandbox, 'POST', 'checkout/sessions', { ...taxed, 'customer_update[address]': 'auto' })).body,
    ).toMatchObject({ automatic_tax: { enabled: true } });
  });

  it('puts the period on the subscription item only', async () => {
    const sandbox = await openSandbox();
    const subscription = await read(sandbox, await subscribe(sandbox, await newCustomer(sandbox)));

    expect(subscription).not.toHaveProperty('current_period_end');
    expect(subscription).toMatchObject({
      status: 'active',
      metadata: { plan: 'pro' },
      items: { data: [{ current_period_end: expect.any(Number) }] },
    });
  });

  it('closes an expired or paid checkout page', async () => {
    const sandbox = await openSandbox();
    const { body } = await stripe(sandbox, 'POST', 'checkout/sessions', order(await newCustomer(sandbox)));
    const id = toText(body['id']);
    expect((await ask(toText(body['url']))).text).toContain('Tidemark Pro');

    await stripe(sandbox, 'POST', `checkout/sessions/${id}/expire`);

    expect((await ask(toText(body['url']))).status).toBe(404);
    expect((await stripe(sandbox, 'POST', `checkout/sessions/${id}/expire`)).status).toBe(400);
  });

  it('declines a card without ending the subscription, and accepts another', async () => {
    const sandbox = await openSandbox();
    const { body } = await stripe(sandbox, 'POST', 'checkout/sessions', order(await newCustomer(sandbox)));
    const pay = (card: string) => ask(toText(body['url']), { method: 'POST', body: new URLSearchParams({ card }) });

    expect((await pay('declined')).text).toContain('Your card was declined');
    const paid = await pay('works');

    expect(paid.headers.get('location')).toBe(`http://localhost:3000/done?id=${toText(body['id'])}`);
  });
});

describe('billing over time', () => {
  it('renews a subscription, and ends a cancelled subscription on its date', async () => {
    const sandbox = await openSandbox();
    const id = await subscribe(sandbox, await newCustomer(sandbox));
    await pass(sandbox, 40);
    expect(await read(sandbox, id)).toMatchObject({ status: 'active' });

    await lever(sandbox, `payments/subscriptions/${id}`, { action: 'cancel' });
    const { cancel_at: cancelAt, cancel_at_period_end: isOldStyle } = await read(sandbox, id);
    await pass(sandbox, 40);

    expect(isOldStyle).toBe(false);
    expect(await read(sandbox, id)).toMatchObject({ status: 'canceled', ended_at: cancelAt });
  });

  it('marks a subscription overdue when the card fails, and ends it after three retries', async () => {
    const sandbox = await openSandbox();
    const customer = await newCustomer(sandbox);
    const id = await subscribe(sandbox, customer);
    await lever(sandbox, `payments/customers/${customer}/card`, { works: false });

    await pass(sandbox, 32);
    expect(await read(sandbox, id)).toMatchObject({ status: 'past_due' });
    await lever(sandbox, `payments/customers/${customer}/card`, { works: true });
    expect(await read(sandbox, id)).toMatchObject({ status: 'active' });
    await lever(sandbox, `payments/customers/${customer}/card`, { works: false });
    await pass(sandbox, 60);

    expect(await read(sandbox, id)).toMatchObject({ status: 'canceled' });
  });

  it('ends the subscriptions of a deleted customer', async () => {
    const sandbox = await openSandbox();
    const customer = await newCustomer(sandbox);
    const id = await subscribe(sandbox, customer);

    await stripe(sandbox, 'DELETE', `customers/${customer}`);

    expect(await read(sandbox, id)).toMatchObject({ status: 'canceled' });
    expect((await stripe(sandbox, 'POST', 'checkout/sessions', order(customer))).body).toMatchObject({
      error: { code: 'resource_missing', param: 'customer' },
    });
  });
});

describe('webhook events', () => {
  it('signs events, and resends rejected ones', async () => {
    let isUp = false;
    const { sandbox, got } = await listen(() => isUp);
    await subscribe(sandbox, await newCustomer(sandbox));
    await expect.poll(() => got.length).toBe(3);
    isUp = true;

    await expect.poll(() => got.length, { timeout: 4_000 }).toBe(6);

    expect(new Set(got.map(({ type }) => type))).toEqual(
      new Set(['customer.subscription.created', 'invoice.paid', 'checkout.session.completed']),
    );
    expect(got.every(({ isSigned }) => isSigned)).toBe(true);
  });

  it('withholds, loses or duplicates events on demand, and delivers them in the requested order', async () => {
    const { sandbox, got } = await listen();
    await lever(sandbox, 'payments/webhooks', { hold: true });
    await subscribe(sandbox, await newCustomer(sandbox));
    const { body } = await lever(sandbox, 'payments/events');
    const ids = Object.values(body['events'] ?? {}).map(({ id }) => toText(id));
    expect(got).toEqual([]);

    await lever(sandbox, 'payments/events/deliver', { ids: [ids[2], ids[0], ids[0]] });

    expect(got.map(({ type }) => type)).toEqual([
      'checkout.session.completed',
      'customer.subscription.created',
      'customer.subscription.created',
    ]);
    await lever(sandbox, 'payments/webhooks', { times: 2 });
    await subscribe(sandbox, await newCustomer(sandbox));
    await expect.poll(() => got.length).toBe(9);
  });
});
