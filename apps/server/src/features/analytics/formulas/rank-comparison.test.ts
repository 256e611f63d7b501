import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareRanks, correctByHolm, type RankedValue } from './rank-comparison.ts';

const inStratum = (stratum: string, labelled: readonly number[], others: readonly number[]): RankedValue[] => [
  ...labelled.map((value, index) => ({ stratum, block: `${stratum} labelled ${index}`, isLabelled: true, value })),
  ...others.map((value, index) => ({ stratum, block: `${stratum} other ${index}`, isLabelled: false, value })),
];
const group = fc.array(fc.integer({ min: -50, max: 50 }), { minLength: 5, maxLength: 25 });
const values = fc
  .array(fc.tuple(group, group), { minLength: 1, maxLength: 4 })
  .map((strata) => strata.flatMap(([labelled, others], index) => inStratum(`${index}`, labelled, others)));
const compare = (some: readonly RankedValue[]) => compareRanks(some) ?? expect.fail('too few values');

describe('rank test', () => {
  it('agrees with R for two samples', () => {
    const labelled = [0.8, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46];
    const others = [1.15, 0.88, 0.9, 0.74, 1.21];

    // wilcox.test(labelled, others, conf.int = TRUE, exact = FALSE)
    const { p, shift } = compare(inStratum('', labelled, others));

    expect(p).toBeCloseTo(0.2446, 4);
    expect(shift).toBeCloseTo(0.305, 6);
  });

  it('reports nothing for too few values to show a difference', () => {
    expect(compareRanks([])).toBeNull();
    expect(compareRanks(inStratum('', [1, 2, 3], []))).toBeNull();
    expect(compareRanks(inStratum('', [8, 9], [1, 2]))).toBeNull();
  });

  it('trusts values within one block at most as much as independent values', () => {
    const noise = Array.from({ length: 40 }, (_, index) => (index * 37) % 41);
    const independent = inStratum(
      '',
      noise.slice(0, 20).map((value) => value + 12),
      noise.slice(20),
    );
    const pairs = independent
      .toSorted((one, other) => one.value - other.value)
      .map((one, index) => ({ ...one, block: `${Math.floor(index / 4)}` }));
    const mixed = independent.map((one, index) => ({ ...one, block: `${index % 20}` }));

    expect(compare(pairs).p).toBeGreaterThan(2 * compare(independent).p);
    expect(compare(pairs).low).toBeLessThan(compare(independent).low);
    expect(compare(mixed).p).toBeGreaterThanOrEqual(compare(independent).p);
    expect(compare(pairs).shift).toBe(compare(independent).shift);
  });

  it('finds no difference between equal values', () => {
    expect(compareRanks(inStratum('', [3, 3, 3, 3, 3, 3], [3, 3, 3, 3, 3, 3]))).toMatchObject({ p: 1 });
  });

  it('returns a probability and an interval around the shift', () => {
    fc.assert(
      fc.property(values, (some) => {
        const { p, shift, low, high } = compare(some);
        expect(p).toBeGreaterThan(0);
        expect(p).toBeLessThanOrEqual(1);
        expect(low).toBeLessThanOrEqual(shift + 1e-6);
        expect(high).toBeGreaterThanOrEqual(shift - 1e-6);
      }),
    );
  });

  it('is symmetric when the groups are swapped', () => {
    fc.assert(
      fc.property(values, (some) => {
        const one = compare(some);
        const other = compare(some.map((value) => ({ ...value, isLabelled: !value.isLabelled })));
        expect(other.p).toBeCloseTo(one.p, 8);
        expect(other.shift).toBeCloseTo(-one.shift, 6);
        expect(other.low).toBeCloseTo(-one.high, 6);
      }),
    );
  });

  it("depends on neither the order of values nor a stratum's level", () => {
    fc.assert(
      fc.property(values, (some) => {
        const moved = some.map((one) => ({ ...one, value: one.value + 1_000 * Number(one.stratum) })).toReversed();
        const [one, other] = [compare(some), compare(moved)];
        expect(other.p).toBeCloseTo(one.p, 8);
        expect(other.shift).toBeCloseTo(one.shift, 6);
      }),
    );
  });

  it('shifts with the labelled values', () => {
    fc.assert(
      fc.property(values, fc.integer({ min: 1, max: 100 }), (some, more) => {
        const moved = some.map((one) => ({ ...one, value: one.value + (one.isLabelled ? more : 0) }));
        const [one, other] = [compare(some), compare(moved)];
        expect(other.shift).toBeCloseTo(one.shift + more, 6);
        expect(other.high).toBeCloseTo(one.high + more, 6);
      }),
    );
  });
});

describe('Holm’s correction', () => {
  it('multiplies each probability by the number of remaining tests', () => {
    expect(correctByHolm([0.04, 0.01, 0.03])).toEqual([0.06, 0.03, 0.06]);
    expect(correctByHolm([0.9, 0.8])).toEqual([1, 1]);
    expect(correctByHolm([])).toEqual([]);
  });

  it('never lowers a probability, and keeps the order', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true })), (ps) => {
        const corrected = correctByHolm(ps);
        for (const [index, p] of ps.entries()) {
          expect(corrected[index]).toBeGreaterThanOrEqual(p);
          for (const [place, other] of ps.entries())
            if (other < p) expect(corrected[place]).toBeLessThanOrEqual(corrected[index] ?? 0);
        }
      }),
    );
  });
});
