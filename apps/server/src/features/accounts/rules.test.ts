import { expect, it } from 'vitest';
import { isReadable, toLoginEnd } from './rules.ts';

const at = (days: number) => new Date(Date.UTC(2026, 0, 1) + days * 86_400_000);

it('shows an account that the login lists, regardless of which login syncs it', () => {
  expect(isReadable({ lostAt: null, loginEndedAt: null, lastSyncAt: at(100) }, at(100))).toBe(true);
});

it('shows the history of a lost account for 14 days', () => {
  const lost = { lostAt: at(10), loginEndedAt: null, lastSyncAt: at(9) };

  expect(isReadable(lost, at(23))).toBe(true);
  expect(isReadable(lost, at(24))).toBe(false);
  expect(isReadable({ ...lost, lastSyncAt: null }, at(23))).toBe(true);
});

it('hides a lost account as soon as it has newer data', () => {
  expect(isReadable({ lostAt: at(10), loginEndedAt: null, lastSyncAt: at(10.1) }, at(10.2))).toBe(false);
});

it('hides an account 30 days after its login expired, only if other users still sync it', () => {
  const ended = { lostAt: null, loginEndedAt: at(10), lastSyncAt: at(39) };

  expect(isReadable(ended, at(400))).toBe(true);
  expect(isReadable({ ...ended, lastSyncAt: at(41) }, at(41))).toBe(false);
});

it('ends access with the last of an account’s logins', () => {
  expect(toLoginEnd([at(3), at(8)], at(10))).toEqual(at(8));
  expect(toLoginEnd([at(3), at(12)], at(10))).toBeNull();
  expect(toLoginEnd([at(3), null], at(10))).toBeNull();
  expect(toLoginEnd([null], at(10))).toBeNull();
});
