import fc from 'fast-check';
import { expect, it } from 'vitest';
import { countTied, cutListText } from './cut-list-text.ts';

it('explains what a list of the largest omits', () => {
  expect(cutListText({ shown: 5, all: 23, tied: 4 })).toBe('Top 5 of 23; 4 more have the same share as the last.');
  expect(cutListText({ shown: 5, all: 6, tied: 1 })).toBe('Top 5 of 6; 1 more has the same share as the last.');
  expect(cutListText({ shown: 10, all: 38, tied: 0 })).toBe('Top 10 of 38.');
  expect(cutListText({ shown: 3, all: 3, tied: 0 })).toBeNull();
});

it("counts omitted values that equal the list's last value", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(4), { maxLength: 30 }), fc.integer({ min: 1, max: 10 }), (counts, shown) => {
      const values = counts.toSorted((one, other) => other - one);

      const tied = countTied(values, shown);

      expect(tied).toBeGreaterThanOrEqual(0);
      if (tied > 0) expect(values[shown + tied - 1]).toBe(values[shown - 1]);
      if (tied > 0 && values.length > shown + tied) expect(values[shown + tied]).toBeLessThan(values[shown - 1] ?? 0);
    }),
  );
});
