import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deriveFollowers } from './followers.ts';

describe('followers derived backwards', () => {
  it('undoes exactly the daily changes', () => {
    const moves = fc.array(fc.record({ follows: fc.nat(500), unfollows: fc.nat(500) }), {
      minLength: 1,
      maxLength: 60,
    });
    fc.assert(
      fc.property(moves, fc.integer({ min: 50_000, max: 1_000_000 }), (days, start) => {
        const dayAt = (index: number) =>
          new Date(Date.parse('2026-01-01') + index * 86_400_000).toISOString().slice(0, 10);
        let followers = start;
        const truth = days.map(({ follows, unfollows }, index) => {
          followers += follows - unfollows;
          return [dayAt(index), followers] as const;
        });
        const reckoned = deriveFollowers(new Map(days.map((day, index) => [dayAt(index), day])), {
          day: dayAt(days.length - 1),
          followers,
        });
        for (const [day, expected] of truth) expect(reckoned.get(day)).toBe(expected);
      }),
    );
  });

  it('stops at a day without known changes', () => {
    const days = new Map([
      ['2026-01-03', { follows: 1, unfollows: 0 }],
      ['2026-01-02', { follows: null, unfollows: null }],
      ['2026-01-01', { follows: 5, unfollows: 0 }],
    ]);

    expect([...deriveFollowers(days, { day: '2026-01-03', followers: 10 })]).toEqual([
      ['2026-01-03', 10],
      ['2026-01-02', 9],
    ]);
  });
});
