import type { OwnSubscription, Plan } from '@tidemark/contract';
import { expect, it } from 'vitest';
import { describeDowngrade, findSuggested } from './plan-offer.ts';

function plan(id: string, total: number, price: number | null = 900): Plan {
  return {
    id,
    name: id,
    accountLimits: { unlimited: total === Infinity, total: total === Infinity ? 0 : total },
    peerLimit: total === Infinity ? 50 : total,
    roadmapAccess: { view: true, add: total > 3 },
    price: price === null ? null : { amount: price, currency: 'eur', interval: 'month' },
  };
}
const plans = [plan('Free', 0, null), plan('Starter', 3), plan('Pro', 10), plan('Agency', Infinity)];
const [, starter, pro, agency] = plans as [Plan, Plan, Plan, Plan];

const own = (change: Partial<OwnSubscription>): OwnSubscription => ({
  plan: 'Pro',
  status: 'active',
  source: 'stripe',
  pastDue: false,
  currentPeriodEnd: null,
  cancelAt: null,
  price: null,
  canPay: true,
  mayAddTax: false,
  hasPortal: true,
  ...change,
});

it('suggests the ended plan, else the smallest that fits, and nothing while one is active', () => {
  const free = own({ plan: 'Free', status: 'free' });

  expect(findSuggested(plans, own({ status: 'canceled' }), 0)).toBe(pro);
  expect(findSuggested(plans, free, 0)).toBe(starter);
  expect(findSuggested(plans, free, 4)).toBe(pro);
  expect(findSuggested(plans, own({}), 3)).toBeUndefined();
});

it('explains what a smaller plan changes, and nothing for a larger plan', () => {
  expect(describeDowngrade(starter, pro, 5)).toEqual([
    'Starter allows 3 accounts instead of 10.',
    'You have 5 linked, 2 over the limit. They stay, but you can’t link more until you have fewer than 3.',
    'You can no longer request features.',
  ]);
  expect(describeDowngrade(pro, agency, 1)).toEqual([
    'Pro allows 10 accounts instead of any number.',
    'Your 1 linked account fits.',
  ]);
  expect(describeDowngrade(agency, pro, 5)).toEqual([]);
});
