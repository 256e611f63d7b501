import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accountsSearch, shownOf, toggled } from './shown-accounts.ts';

const all = ['1', '2', '3'];
const accounts = all.map((_id) => ({ _id }));

it('shows all accounts unless the address names some', () => {
  expect(shownOf(accounts, undefined)).toEqual(all);
  expect(shownOf(accounts, '3,1')).toEqual(['1', '3']);
  expect(shownOf(accounts, 'none')).toEqual([]);
});

it('shows all when the address names only accounts that are gone', () => {
  expect(shownOf(accounts, '8,9')).toEqual(all);
});

it('ignores an address that makes no sense', () => {
  expect(accountsSearch({ accounts: '<script>' })).toEqual({});
  expect(accountsSearch({ accounts: 5 })).toEqual({});
});

describe('toggling an account', () => {
  it('leaves the address bare when all are on', () => {
    expect(toggled(all, ['1', '2'], '3')).toBeUndefined();
    expect(toggled(all, ['1'], '1')).toBe('none');
    expect(toggled(all, all, '2')).toBe('1,3');
  });

  it('twice changes nothing', () => {
    fc.assert(
      fc.property(fc.subarray(all), fc.constantFrom(...all), (shown, id) => {
        const once = shownOf(accounts, toggled(all, shown, id));
        expect(shownOf(accounts, toggled(all, once, id))).toEqual(shown);
      }),
    );
  });
});
