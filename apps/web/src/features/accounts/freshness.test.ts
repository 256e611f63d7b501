import { expect, it } from 'vitest';
import { freshnessOf, timeFromNow } from './freshness.ts';

const now = Date.parse('2026-11-21T12:00:00Z');
const read = (lastSyncAt: string | null) => ({ lastSyncAt, syncRunning: false, problem: null });
const waiting = {
  ...read('2026-11-21T11:00:00Z'),
  problem: { code: 'meta_unavailable' as const, message: 'Meta does not answer.', until: null },
};

it('tells the oldest reading of several accounts, because the page adds them up', () => {
  expect(freshnessOf([read('2026-11-21T11:00:00Z'), read('2026-11-21T02:00:00Z'), read(null)])).toEqual({
    state: 'read',
    at: '2026-11-21T02:00:00Z',
  });
  expect(freshnessOf([read(null)])).toEqual({ state: 'never' });
  expect(freshnessOf([])).toEqual({ state: 'never' });
});

it('tells of an account that is behind before all else, and of one that is being read before the rest', () => {
  const reading = { ...waiting, syncRunning: true };

  expect(freshnessOf([read('2026-11-21T11:00:00Z'), waiting])).toEqual({ state: 'behind', accounts: 1 });
  expect(freshnessOf([read('2026-11-21T11:00:00Z'), reading])).toEqual({ state: 'reading' });
});

it('says a time as people do', () => {
  expect(timeFromNow('2026-11-21T11:59:40Z', now)).toBe('just now');
  expect(timeFromNow('2026-11-21T11:59:00Z', now)).toBe('1 minute ago');
  expect(timeFromNow('2026-11-21T09:10:00Z', now)).toBe('2 hours ago');
  expect(timeFromNow('2026-11-01T12:00:00Z', now)).toBe('20 days ago');
  expect(timeFromNow('2026-11-21T12:48:00Z', now)).toBe('in 48 minutes');
  expect(timeFromNow('2026-11-21T12:00:20Z', now)).toBe('in less than a minute');
});
