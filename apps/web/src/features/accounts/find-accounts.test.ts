import { expect, it } from 'vitest';
import { findAccounts, mostFollowed } from './find-accounts.ts';

const account = (_id: string, name: string | null, username: string, followersCount: number | null) => ({
  _id,
  accountName: username,
  username,
  metadata: { name, followersCount, followsCount: null, mediaCount: null },
});
const accounts = [
  account('1', 'Fjordlys Kitchen', 'fjordlys.kitchen', 8000),
  account('2', 'Fjordlys Home', 'fjordlys.home', null),
  account('3', null, 'ritmo.fit', 1_200_000),
];
const ids = (found: { _id: string }[]) => found.map(({ _id }) => _id);

it('finds accounts by any part of their names, in any order and case', () => {
  expect(ids(findAccounts(accounts, 'FJORD'))).toEqual(['1', '2']);
  expect(ids(findAccounts(accounts, 'home fjord'))).toEqual(['2']);
  expect(ids(findAccounts(accounts, '@ritmo'))).toEqual(['3']);
  expect(ids(findAccounts(accounts, ' '))).toEqual(['1', '2', '3']);
  expect(findAccounts(accounts, 'nobody')).toEqual([]);
});

it('sorts accounts by followers, with unknown counts last', () => {
  expect(mostFollowed(accounts, 2)).toEqual(['3', '1']);
  expect(mostFollowed(accounts, 5)).toEqual(['3', '1', '2']);
});
