import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { PeopleUnit, PeopleWindow } from './people-bounds.ts';
import { listOverlaps, toOverlap } from './people-overlap.ts';

const days = fc.array(fc.option(fc.record({ people: fc.nat(500), isClosed: fc.boolean() })), { maxLength: 12 });
const windows = fc.array(
  fc.record({ end: fc.integer({ min: -2, max: 14 }), units: fc.integer({ min: 1, max: 8 }), people: fc.nat(2_000) }),
  { maxLength: 12 },
);

function toUnits(list: readonly ({ people: number; isClosed: boolean } | null)[]): Map<number, PeopleUnit> {
  return new Map(list.flatMap((day, index) => (day ? [[index, { ...day, largest: null }]] : [])));
}

it('uses windows of closed days inside the range, and of these the longer half', () => {
  fc.assert(
    fc.property(days, windows, (list, all) => {
      const inside = all.filter(({ end, units }) =>
        Array.from({ length: units }, (_, back) => list[end - back]).every((day) => day?.isClosed),
      );
      const longest = Math.max(0, ...inside.map(({ units }) => units));
      const expected = inside
        .filter(({ units }) => 2 * units >= longest)
        .map(({ end, units, people }: PeopleWindow) => {
          const sum = list.slice(end - units + 1, end + 1).reduce((total, day) => total + (day?.people ?? 0), 0);
          return toOverlap({ people, sum, days: units });
        })
        .filter((overlap) => overlap !== null);

      expect(listOverlaps(1, toUnits(list), all)).toEqual(expected);
    }),
  );
});

it('counts the days of windows in weeks', () => {
  const weeks = toUnits([
    { people: 700, isClosed: true },
    { people: 700, isClosed: true },
  ]);

  expect(listOverlaps(7, weeks, [{ end: 1, units: 2, people: 700 }])).toEqual([Math.log(2) / Math.log(14)]);
});
