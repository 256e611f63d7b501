import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toProviderPrice } from './price-reply.ts';
import { toProviderSubscription } from './subscription-reply.ts';

const item = (
  unit: number | null,
  change: { quantity?: number; interval?: string; count?: number; id?: string } = {},
) => ({
  current_period_end: 1_795_000_000,
  quantity: change.quantity ?? 1,
  price: {
    id: change.id ?? 'price_plan',
    product: 'prod_plan',
    currency: 'eur',
    unit_amount: unit,
    recurring: { interval: change.interval ?? 'month', interval_count: change.count ?? 1, usage_type: 'licensed' },
  },
});
const subscription = (items: ReturnType<typeof item>[], change: object = {}) =>
  toProviderSubscription({
    id: 'sub_1',
    customer: 'cus_1',
    status: 'active',
    created: 1_790_000_000,
    items: { data: items },
    metadata: {},
    ...change,
  });

describe('revenue of a subscription', () => {
  it.each([
    ['a monthly price', [item(900)], { amount: 900, interval: 'month' }],
    ['a yearly price', [item(9_000, { interval: 'year' })], { amount: 9_000, interval: 'year' }],
    ['four seats', [item(900, { quantity: 4 })], { amount: 3_600, interval: 'month' }],
    ['a quarterly price', [item(9_000, { count: 3 })], { amount: 3_000, interval: 'month' }],
    ['a price for two years', [item(24_000, { interval: 'year', count: 2 })], { amount: 1_000, interval: 'month' }],
    ['an add-on beside the plan', [item(200), item(900)], { amount: 1_100, interval: 'month' }],
    ['a yearly add-on', [item(900), item(1_200, { interval: 'year' })], { amount: 1_000, interval: 'month' }],
  ])('counts %s', (_, items, revenue) => {
    expect(subscription(items).revenue).toEqual({ ...revenue, currency: 'eur' });
  });

  it('is zero during a trial, while collection is paused, and without a fixed price', () => {
    expect(subscription([item(900)], { status: 'trialing' }).revenue).toBeNull();
    expect(subscription([item(900)], { pause_collection: { behavior: 'void' } }).revenue).toBeNull();
    expect(subscription([item(null)]).revenue).toBeNull();
    expect(subscription([item(900, { interval: 'week' })]).revenue).toBeNull();
  });

  const discount = (coupon: object | string | null) => ({ id: 'di_1', source: { type: 'coupon', coupon } });
  it.each([
    ['a share', [{ percent_off: 25, duration: 'forever' }], 675],
    ['an amount', [{ amount_off: 400, currency: 'eur', duration: 'repeating' }], 500],
    [
      'a share, then an amount',
      [
        { percent_off: 50, duration: 'forever' },
        { amount_off: 50, currency: 'eur', duration: 'forever' },
      ],
      400,
    ],
    ['more than everything', [{ amount_off: 5_000, currency: 'eur', duration: 'forever' }], 0],
    ['one invoice only', [{ percent_off: 100, duration: 'once' }], 900],
    ['another currency', [{ amount_off: 400, currency: 'usd', duration: 'forever' }], 900],
    ['a deleted coupon', [null, 'co_unexpanded'], 900],
  ])('is reduced by discounts: %s', (_, coupons, amount) => {
    expect(subscription([item(900)], { discounts: coupons.map(discount) }).revenue?.amount).toBe(amount);
  });

  it('spreads an amount discounted from each yearly invoice over the year', () => {
    const discounts = [discount({ amount_off: 1_200, currency: 'eur', duration: 'forever' })];
    expect(subscription([item(9_000, { interval: 'year' })], { discounts }).revenue).toEqual({
      amount: 7_800,
      currency: 'eur',
      interval: 'year',
    });
    expect(subscription([item(9_000, { count: 3 })], { discounts }).revenue?.amount).toBe(2_600);
  });

  it("does not depend on the items' order", () => {
    const anyItem = fc
      .record({
        unit: fc.nat(100_000),
        quantity: fc.integer({ min: 1, max: 9 }),
        count: fc.integer({ min: 1, max: 12 }),
      })
      .map(({ unit, quantity, count }) => item(unit, { quantity, count }));
    fc.assert(
      fc.property(fc.array(anyItem, { minLength: 1, maxLength: 4 }), (items) => {
        expect(subscription(items.toReversed()).revenue).toEqual(subscription(items).revenue);
      }),
      // Their sum lies between two cents, on either side by order.
      {
        examples: [
          [
            [
              item(19_720, { quantity: 4, count: 4 }),
              item(68_725, { quantity: 2, count: 3 }),
              item(4_826, { quantity: 5, count: 12 }),
            ],
          ],
        ],
      },
    );
  });
});

it('lists all items, so that an add-on before the plan does not hide it', () => {
  const { items } = subscription([item(200, { id: 'price_addon' }), item(900)]);

  expect(items.map(({ priceId }) => priceId)).toEqual(['price_addon', 'price_plan']);
});

it('accepts a subscription without metadata', () => {
  expect(subscription([item(900)], { metadata: null }).planId).toBeNull();
});

describe('prices usable for a plan', () => {
  const price = (recurring: object, change: object = {}) =>
    toProviderPrice({
      id: 'price_1',
      active: true,
      currency: 'eur',
      unit_amount: 900,
      product: { id: 'prod_1', name: 'Pro' },
      recurring: { interval: 'month', interval_count: 1, usage_type: 'licensed', ...recurring },
      ...change,
    });

  it('include flat monthly prices, and exclude metered and quarterly prices', () => {
    expect(price({})?.price).toEqual({ amount: 900, currency: 'eur', interval: 'month' });
    expect(price({ usage_type: 'metered' })).toBeNull();
    expect(price({ interval_count: 3 })).toBeNull();
    expect(price({}, { transform_quantity: { divide_by: 10, round: 'up' } })).toBeNull();
    expect(price({}, { product: { id: 'prod_1', name: 'Pro', active: false } })).toBeNull();
  });
});
