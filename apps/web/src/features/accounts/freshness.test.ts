import { expect, it } from 'vitest';
import { getFreshness, timeFromNow } from './freshness.ts';

const now = Date.parse('2026-11-21T12:00:00Z');
const read = (lastSyncAt: string | null) => ({ lastSyncAt, syncRunning: false, problem: null });
const waiting = {
  ...read('2026-11-21T11:00:00Z'),
  problem: { code: 'meta_unavailable' as const, message: 'Meta is not responding.', until: null },
};
const expired = {
  ...read('2026-11-19T11:00:00Z'),
  problem: { code: 'reconnect_required' as const, message: 'The login has expired.', until: null },
};

it('reports the oldest sync of several accounts', () => {
  expect(getFreshness([read('2026-11-21T11:00:00Z'), read('2026-11-21T02:00:00Z'), read(null)])).toEqual({
    state: 'synced',
    at: '2026-11-21T02:00:00Z',
  });
  expect(getFreshness([read(null)])).toEqual({ state: 'never' });
  expect(getFreshness([])).toEqual({ state: 'never' });
});

it('lists accounts that need the user first, then outdated ones, then syncing ones', () => {
  const fresh = read('2026-11-21T11:00:00Z');
  const syncing = { ...waiting, syncRunning: true };

  expect(getFreshness([fresh, waiting, expired])).toEqual({ state: 'needs-attention', accounts: 1 });
  expect(getFreshness([fresh, waiting, syncing])).toEqual({ state: 'out-of-date', accounts: 1 });
  expect(getFreshness([fresh, syncing])).toEqual({ state: 'syncing', running: 1, of: 2 });
});

it('formats relative times in words', () => {
  expect(timeFromNow('2026-11-21T11:59:40Z', now)).toBe('just now');
  expect(timeFromNow('2026-11-21T11:59:00Z', now)).toBe('1 minute ago');
  expect(timeFromNow('2026-11-21T09:10:00Z', now)).toBe('2 hours ago');
  expect(timeFromNow('2026-11-01T12:00:00Z', now)).toBe('20 days ago');
  expect(timeFromNow('2023-11-21T12:00:00Z', now)).toBe('1,096 days ago');
  expect(timeFromNow('2026-11-21T12:48:00Z', now)).toBe('in 48 minutes');
  expect(timeFromNow('2026-11-21T13:00:00Z', now)).toBe('in 1 hour');
  expect(timeFromNow('2026-11-21T12:00:20Z', now)).toBe('in less than a minute');
});
