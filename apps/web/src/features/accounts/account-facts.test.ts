import { expect, it } from 'vitest';
import { accountColor } from './account-colors.ts';
import { enabledNetworks } from './network.ts';
import { displayName, earliestDay } from './account-facts.ts';

it('finds the first day with data across the accounts', () => {
  expect(earliestDay([])).toBeNull();
  expect(earliestDay([{ earliestDate: null }])).toBeNull();
  expect(earliestDay([{ earliestDate: '2025-03-01' }, { earliestDate: null }, { earliestDate: '2024-12-31' }])).toBe(
    '2024-12-31',
  );
});

it('prefers the display name over the account name', () => {
  const metadata = { followersCount: null, followsCount: null, mediaCount: null };
  expect(displayName({ accountName: 'nordlys', metadata: { ...metadata, name: 'Nordlys AS' } })).toBe('Nordlys AS');
  expect(displayName({ accountName: 'nordlys', metadata: { ...metadata, name: null } })).toBe('nordlys');
});

it('assigns ten colours before repeating them', () => {
  expect(accountColor(0)).toBe('var(--s1)');
  expect(accountColor(9)).toBe('var(--s10)');
  expect(accountColor(10)).toBe('var(--s1)');
});

it('enables only networks that have accounts', () => {
  expect(enabledNetworks([])).toEqual([]);
  expect(enabledNetworks([{ type: 'instagram_account' }])).toEqual(['instagram_account']);
});
