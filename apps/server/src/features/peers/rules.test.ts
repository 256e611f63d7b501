import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maxAttempts, toFetchTime, toRetry, toUsername } from './rules.ts';

describe('a username', () => {
  it.each([
    ['fjordlys.kitchen', 'fjordlys.kitchen'],
    ['  @Fjordlys.Kitchen ', 'fjordlys.kitchen'],
    ['https://www.instagram.com/fjordlys.kitchen/', 'fjordlys.kitchen'],
    ['http://instagram.com/fjordlys.kitchen?igsh=abc#top', 'fjordlys.kitchen'],
    ['m.instagram.com/fjordlys_kitchen/', 'fjordlys_kitchen'],
  ])('is found in %s', (given, username) => {
    expect(toUsername(given)).toBe(username);
  });

  it.each([
    '',
    '@',
    'two words',
    'name){insights}',
    'x),followers_count',
    'x%29%7Bid%7D',
    'a/../b',
    '../me',
    '.dot',
    'dot.',
    'two..dots',
    'naïve',
    'a'.repeat(31),
    'https://evil.example/fjordlys.kitchen',
    'https://instagram.com.evil.example/name',
    'https://instagram.com@evil.example/name',
    'http://169.254.169.254/latest',
    'https://www.instagram.com/p/Cxyz123/',
    'https://www.instagram.com/explore/',
    'https://www.instagram.com/name/reels/',
    'name\nx',
    'name\u0000',
  ])('is not found in %j', (given) => {
    expect(toUsername(given)).toBeNull();
  });

  it('never contains characters that end the surrounding expression', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (given) => {
        expect(toUsername(given) ?? 'none').toMatch(/^[a-z0-9._]{1,30}$/);
      }),
    );
  });
});

it('gives each peer its own time of day, within the shortest possible day', () => {
  const start = new Date('2026-11-22T08:00:00Z');
  fc.assert(
    fc.property(fc.uuid(), (id) => {
      const hours = (toFetchTime(id, start).getTime() - start.getTime()) / 3_600_000;

      expect(hours).toBeGreaterThanOrEqual(0);
      expect(hours).toBeLessThan(23);
      expect(toFetchTime(id, start)).toEqual(toFetchTime(id, start));
    }),
  );
});

it('waits longer before each retry, and finally stops', () => {
  const now = new Date('2026-11-21T12:00:00Z');
  const minutes = [1, 2, 3, 4, 9].map((attempts) => {
    const at = toRetry(attempts, now);
    return at && (at.getTime() - now.getTime()) / 60_000;
  });

  expect(minutes).toEqual([15, 30, 60, null, null]);
  expect(maxAttempts).toBe(4);
});
