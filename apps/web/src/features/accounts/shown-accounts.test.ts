import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accountsSearch, toShownAccounts, toggled } from './shown-accounts.ts';

const all = ['1', '2', '3'];
const accounts = all.map((_id) => ({ _id }));

it('shows all accounts unless the URL names some', () => {
  expect(toShownAccounts(accounts, undefined)).toEqual(all);
  expect(toShownAccounts(accounts, '3,1')).toEqual(['1', '3']);
  expect(toShownAccounts(accounts, 'none')).toEqual([]);
});

it('shows all accounts when the URL names only deleted ones', () => {
  expect(toShownAccounts(accounts, '8,9')).toEqual(all);
});

it('ignores invalid account parameters in the URL', () => {
  expect(accountsSearch({ accounts: '<script>' })).toEqual({});
  expect(accountsSearch({ accounts: 5 })).toEqual({});
});

describe('toggling an account', () => {
  it('clears the URL parameter when all accounts are shown', () => {
    expect(toggled(all, ['1', '2'], '3')).toBeUndefined();
    expect(toggled(all, ['1'], '1')).toBe('none');
    expect(toggled(all, all, '2')).toBe('1,3');
  });

  it('restores the selection when an account is toggled twice', () => {
    fc.assert(
      fc.property(fc.subarray(all), fc.constantFrom(...all), (shown, id) => {
        const once = toShownAccounts(accounts, toggled(all, shown, id));
        expect(toShownAccounts(accounts, toggled(all, once, id))).toEqual(shown);
      }),
    );
  });
});
