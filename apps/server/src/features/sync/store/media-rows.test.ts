import fc from 'fast-check';
import { expect, it } from 'vitest';
import { scaleDays, splitFalls } from './media-rows.ts';

const none = { reach: 0, views: 0, likes: 0, comments: 0, saved: 0, shares: 0, interactions: 0, follows: 0 };

it("scales a post's days to a lower total exactly, without negative days", () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat(5_000), { minLength: 1, maxLength: 60 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (days, share) => {
        const from = days.reduce((sum, value) => sum + value, 0);
        const to = Math.floor(from * share);

        const scaled = scaleDays(days, { from, to });

        expect(scaled.reduce((sum, value) => sum + value, 0)).toBe(to);
        for (const [index, value] of scaled.entries()) {
          expect(value).toBeGreaterThanOrEqual(0);
          expect(value).toBeLessThanOrEqual(days[index] ?? 0);
        }
      },
    ),
  );
});

it('excludes a large fall from a day but keeps a small fall', () => {
  const before = { ...none, reach: 1_436, likes: 100 };

  const { delta, falls } = splitFalls('1', before, { ...none, reach: -1_019, likes: -4 });

  expect(delta).toMatchObject({ reach: 0, likes: -4 });
  expect(falls).toEqual([{ mediaId: '1', figure: 'reach', from: 1_436, to: 417 }]);
});
