import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findFollowerFall, findMilestone } from './follower-events.ts';

describe('milestone', () => {
  it.each([
    [99, 100, 100],
    [199, 260, 200],
    [499, 5100, 5000],
    [100, 150, null],
    [1000, 990, null],
    [0, 99, null],
  ])('from %d to %d followers is %s', (before, now, milestone) => {
    expect(findMilestone(before, now)).toBe(milestone);
  });

  it('must exceed every earlier follower number, and be reached', () => {
    fc.assert(
      fc.property(fc.nat(10_000_000), fc.nat(10_000_000), (before, now) => {
        const milestone = findMilestone(before, now);
        if (milestone === null) return;
        expect(milestone).toBeGreaterThan(before);
        expect(milestone).toBeLessThanOrEqual(now);
        expect(String(milestone)).toMatch(/^[125]0{2,}$/);
      }),
    );
  });
});

describe('fall in followers', () => {
  const steady = Array.from({ length: 120 }, (_, day) => 10_000 + 3 * day);

  it("is found with the week's loss", () => {
    const fallen = steady.map((count, day) => (day >= 118 ? count - 200 : count));

    expect(findFollowerFall(fallen, 118)).toEqual({ followers: 10_154, lost: 179, usual: 21 });
  });

  it('is not found if the loss is usual for the account', () => {
    const shrinking = Array.from({ length: 120 }, (_, day) => 10_000 - 20 * day);

    expect(findFollowerFall(shrinking, 119)).toBeNull();
  });

  it('is not found if the days around it are not stored', () => {
    const withGap = steady.map((_, day) => (day === 111 ? null : day >= 118 ? 9_000 : 10_000));

    expect(findFollowerFall(withGap, 118)).toBeNull();
  });
});
