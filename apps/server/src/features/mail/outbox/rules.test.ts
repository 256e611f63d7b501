import fc from 'fast-check';
import { expect, it } from 'vitest';
import { maxAttempts, nextAttempt } from './rules.ts';

const now = new Date('2026-11-02T10:00:00Z');
const later = new Date('2026-12-02T10:00:00Z');

it('waits longer after each attempt and finally gives up', () => {
  const waits = Array.from({ length: maxAttempts }, (_, at) => nextAttempt(at + 1, now, later)?.getTime() ?? null);

  expect(waits.at(-1)).toBeNull();
  const times = waits.slice(0, -1).map((time) => time ?? 0);
  expect(times).toEqual(times.toSorted((one, other) => one - other));
  expect(times[0]).toBe(now.getTime() + 60_000);
});

it('never retries an expired message', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 0, max: 200_000_000 }), (attempts, millis) => {
      const expiresAt = new Date(now.getTime() + millis);
      const next = nextAttempt(attempts, now, expiresAt);
      expect(next === null || (next > now && next < expiresAt)).toBe(true);
    }),
  );
});
