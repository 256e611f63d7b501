import type { Fleet } from '@tidemark/contract';
import { expect, it } from 'vitest';
import { failureNames, fleetSentence } from './fleet-sentence.ts';

// fleetSentence reads nothing else
const calm = {
  at: '2026-11-18T10:00:00.000Z',
  problems: [],
  queue: { deadTotal: 0 },
  work: [],
  failures: [],
  syncs: { accounts: 33 },
} as unknown as Fleet;
const reconnect = { code: 'reconnect_required', accounts: 2, usernames: ['voss.garten', 'voss.letterpress'] };

it('says that nothing is broken', () => {
  expect(fleetSentence(calm)).toBe('Everything is running, and every account is up to date.');
});

it('counts what is broken, most urgent first', () => {
  const fleet = { ...calm, problems: ['The disk is full'], failures: [reconnect, { ...reconnect, code: 'failed' }] };

  expect(fleetSentence(fleet)).toBe(
    '1 problem with this process; 4 of 33 accounts out of date. Everything else is running.',
  );
});

it('names the accounts that are out of date', () => {
  expect(failureNames(reconnect)).toBe('@voss.garten, @voss.letterpress');
  expect(failureNames({ ...reconnect, accounts: 1200 })).toBe('@voss.garten, @voss.letterpress and 1,198 more');
});
