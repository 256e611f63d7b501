import { expect, it } from 'vitest';
import { describeChange, summarizeChanges, toFieldChanges } from './audit-changes.ts';

const lines = (change: unknown) => toFieldChanges(change).map(describeChange);

it('shows the old and the new value of a single field', () => {
  expect(lines({ throttle: 25.5, before: 1 })).toEqual(['Throttle: 1 → 25.5']);
  expect(lines({ disabled: true, before: false })).toEqual(['Disabled: no → yes']);
});

it('omits unchanged and unset fields', () => {
  const before = { name: 'Pro', accountLimits: { unlimited: false, total: 10 }, roadmapAccess: { view: true } };
  const change = {
    name: 'Pro',
    accountLimits: { unlimited: false, total: 12 },
    roadmapAccess: { view: true },
    priceId: 'price_1',
    cancelAt: null,
    before,
  };

  expect(lines(change)).toEqual(['Account limit: 10 → 12', 'Stripe price: price_1']);
  expect(summarizeChanges(toFieldChanges(change))).toBe('2 fields');
});

it('is empty for an entry without details', () => {
  expect(lines({})).toEqual([]);
  expect(lines(null)).toEqual([]);
  expect(summarizeChanges([])).toBe('');
});
