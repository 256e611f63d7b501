import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { PeopleParts } from './people-parts.ts';
import { boundPeople } from './people-bounds.ts';
import { toPeopleUnits, toPeopleWindows } from './people-parts.ts';

const world = fc.record({
  length: fc.integer({ min: 31, max: 90 }),
  /** The days before the last one on which each person visited. */
  people: fc.array(fc.uniqueArray(fc.nat(120), { maxLength: 15 }), { minLength: 1, maxLength: 15 }),
  missing: fc.uniqueArray(fc.nat(90), { maxLength: 3 }),
  outdated: fc.uniqueArray(fc.nat(90), { maxLength: 3 }),
  weeksWithWindow: fc.uniqueArray(fc.integer({ min: 0, max: 12 })),
});

it('divides a long range into weeks whose bounds contain the true value, including partial weeks', () => {
  fc.assert(
    fc.property(world, ({ length, people, missing, outdated, weeksWithWindow }) => {
      const count = (from: number, to: number) =>
        people.filter((days) => days.some((back) => back >= to && back <= from)).length;
      const places = Array.from({ length: Math.ceil(length / 7) }, (_, place) => place);
      const counts = places.map((place) =>
        Array.from({ length: 7 }, (_, day) => place * 7 + day)
          .filter((back) => back < length && !missing.includes(back))
          .map((back) => count(back, outdated.includes(back) ? back - 1 : back)),
      );
      const backs = weeksWithWindow.map((week) => week * 7).filter((back) => back < length);
      const parts: PeopleParts = {
        step: 7,
        units: {
          places,
          sums: { reach: counts.map((days) => days.reduce((sum, one) => sum + one, 0)) },
          closed: { reach: counts.map((days) => days.length) },
          largest: { reach: counts.map((days) => (days.length === 0 ? null : Math.max(...days))) },
        },
        outdated: places.filter((place) => outdated.some((back) => Math.floor(back / 7) === place)),
        windows: {
          backs,
          days: backs.map(() => 28),
          people: { reach: backs.map((back) => count(back + 27, back)) },
        },
      };

      const truth = count(length - 1, 0);
      const { lower, upper, shown } = boundPeople(
        places.length,
        toPeopleUnits(length, parts, 'reach'),
        toPeopleWindows(length, parts, 'reach'),
      );

      expect(lower ?? 0).toBeLessThanOrEqual(truth);
      expect(upper ?? Infinity).toBeGreaterThanOrEqual(truth);
      expect(shown).toBeGreaterThanOrEqual(lower ?? 0);
    }),
    { numRuns: 1000 },
  );
});
