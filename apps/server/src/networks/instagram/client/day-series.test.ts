import { addDays } from '@tidemark/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { learnShift, shiftInto } from './day-series.ts';

const first = '2026-11-01';
const toSeries = (values: readonly number[]) => values.map((value, index) => ({ day: addDays(first, index), value }));
const toTotals = (values: readonly number[], shift: number) =>
  new Map(values.map((value, index) => [addDays(first, index + shift), value]));

describe("a series' shift", () => {
  it("is learned from the same days' totals, however they are dated", () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: 1, max: 100_000 }), { minLength: 3, maxLength: 30 }),
        fc.constantFrom(0, -1, 1),
        (values, shift) => {
          expect(learnShift(toSeries(values), toTotals(values, shift))).toEqual({ shift, isExplained: true });
        },
      ),
    );
  });

  it('is learned even if some totals are missing, revised or 0', () => {
    const values = [10, 20, 30, 40, 50, 60, 70];
    const totals = toTotals(values, -1);
    totals.set(first, 21);
    totals.delete(addDays(first, 1));
    totals.set(addDays(first, 2), 0);

    expect(learnShift(toSeries(values), totals)).toEqual({ shift: -1, isExplained: true });
  });

  it('is unknown if the days look alike, are too few or have no people', () => {
    const unknown = { shift: null, isExplained: true };
    expect(learnShift(toSeries([7, 7, 7, 7]), toTotals([7, 7, 7, 7], 0))).toEqual(unknown);
    expect(learnShift(toSeries([1, 2]), toTotals([1, 2], 0))).toEqual(unknown);
    expect(learnShift(toSeries([0, 0, 0, 0]), toTotals([0, 0, 0, 0], 0))).toEqual(unknown);
    expect(learnShift([], new Map())).toEqual(unknown);
  });

  it("is unexplained if the series matches no days' totals", () => {
    const totals = toTotals([100, 200, 300, 400, 500], 0);

    expect(learnShift(toSeries([1, 2, 3, 4, 5]), totals)).toEqual({ shift: null, isExplained: false });
  });
});

it('keeps only the days in the range', () => {
  const shifted = shiftInto(toSeries([1, 2, 3, 4]), { from: first, to: addDays(first, 1), shift: -1 });

  expect(shifted).toEqual([
    { day: first, value: 2 },
    { day: addDays(first, 1), value: 3 },
  ]);
});
