import { expect, it } from 'vitest';
import { describeStatus } from './status.ts';

const now = Date.parse('2026-11-21T12:00:00Z');

it.each([
  [{ state: 'synced', at: '2026-11-21T09:10:00Z' }, 'Synced 2 hours ago', '2h'],
  [{ state: 'syncing', running: 2, of: 3 }, 'Syncing 2 of 3', ''],
  [{ state: 'out-of-date', accounts: 1 }, '1 account out of date', '1'],
  [{ state: 'needs-attention', accounts: 1 }, '1 account needs attention', '1'],
  [{ state: 'needs-attention', accounts: 2 }, '2 accounts need attention', '2'],
  [{ state: 'offline' }, 'Offline', ''],
  [{ state: 'never' }, 'Never synced', ''],
] as const)('describes %o as “%s”', (status, text, short) => {
  expect(describeStatus(status, now)).toEqual({ text, short });
});
