import { comparedPosts, minComparedPosts } from '@tidemark/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AgedValue, bandAges, quantile, toBand, toPercentile, valueAtAge } from './life-curve.ts';

const hour = 60;
const day = 24 * hour;

/** Creates reproducible random numbers. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return (state + 0.5) / 2 ** 32;
  };
}

/**
 * Simulates posts with lognormal totals and different paces, measured at the ages that the schedule and nightly syncs
 * hit.
 */
function simulatePosts(count: number, random: () => number): AgedValue[][] {
  const normal = () => Math.sqrt(-2 * Math.log(random())) * Math.cos(2 * Math.PI * random());
  return Array.from({ length: count }, () => {
    const total = Math.exp(8 + 0.9 * normal());
    const pace = 30 * hour * Math.exp(0.3 * normal());
    const nightly = random() * day;
    const planned = [1, 3, 6, 12, 24, 48].map((hours) => hours * hour * (0.8 + 0.6 * random()));
    const ages = [...planned, ...Array.from({ length: 29 }, (_, index) => nightly + index * day)];
    return ages
      .filter(() => random() > 0.1)
      .sort((one, other) => one - other)
      .map((ageMinutes) => ({
        ageMinutes: Math.floor(ageMinutes),
        value: Math.floor(total * (1 - Math.exp(-((ageMinutes / pace) ** 0.62)))),
      }));
  });
}

describe('toBand', () => {
  it('contains 80 ± 5 % of held-out posts, however many posts are compared', () => {
    const random = createRandom(7);
    for (const size of [minComparedPosts, 15, comparedPosts]) {
      let [inside, all] = [0, 0];
      for (let round = 0; round < (size < 12 ? 2_000 : 700); round += 1) {
        const [heldOut = [], ...before] = simulatePosts(size + 1, random);
        for (const { ageMinutes, low, high } of toBand(before)) {
          if (![6 * hour, 2 * day, 7 * day].includes(ageMinutes)) continue;
          const actual = valueAtAge(heldOut, ageMinutes);
          if (!actual) continue;
          all += 1;
          if (actual.value >= low && actual.value <= high) inside += 1;
        }
      }
      expect(all, `${size} posts`).toBeGreaterThan(250);
      expect(inside / all, `${size} posts`).toBeGreaterThan(0.75);
      expect(inside / all, `${size} posts`).toBeLessThan(0.85);
    }
  });

  it('omits ages with fewer posts than the minimum', () => {
    const curves = simulatePosts(minComparedPosts - 1, createRandom(1));

    expect(toBand(curves)).toEqual([]);
  });

  it('is ordered at each age', () => {
    for (const { low, median, high, posts } of toBand(simulatePosts(comparedPosts, createRandom(3)))) {
      expect(low).toBeLessThanOrEqual(median);
      expect(median).toBeLessThanOrEqual(high);
      expect(posts).toBeLessThanOrEqual(comparedPosts);
    }
  });
});

describe('valueAtAge', () => {
  const curve = [
    { ageMinutes: 60, value: 100 },
    { ageMinutes: 120, value: 200 },
    { ageMinutes: 20 * day, value: 900 },
  ];

  it('returns a measured value unchanged, and marks an interpolated value', () => {
    expect(valueAtAge(curve, 120)).toEqual({ value: 200, isMeasured: true });
    expect(valueAtAge(curve, 85)).toMatchObject({ isMeasured: false });
  });

  it('never extrapolates or bridges a wide gap', () => {
    expect(valueAtAge(curve, 30)).toBeNull();
    expect(valueAtAge(curve, 5 * day)).toBeNull();
    expect(valueAtAge(curve, 25 * day)).toBeNull();
    expect(valueAtAge([], 60)).toBeNull();
  });

  it('stays between the measurements around it', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1e6 }),
        fc.integer({ min: 0, max: 1e6 }),
        fc.integer({ min: 61, max: 119 }),
        (low, more, age) => {
          const found = valueAtAge(
            [
              { ageMinutes: 60, value: low },
              { ageMinutes: 120, value: low + more },
            ],
            age,
          );
          expect(found?.value).toBeGreaterThanOrEqual(low);
          expect(found?.value).toBeLessThanOrEqual(low + more);
        },
      ),
    );
  });

  it('is within 6 % of the true course between measurements', () => {
    const truth = (age: number) => 10_000 * (1 - Math.exp(-((age / (30 * hour)) ** 0.62)));
    const measured = [1, 3, 6, 12, 24, 48, 72, 96, 120].map((hours) => ({
      ageMinutes: hours * hour,
      value: truth(hours * hour),
    }));
    for (const age of bandAges.filter((one) => one <= 120 * hour)) {
      const found = valueAtAge(measured, age);
      if (found) expect(Math.abs(found.value / truth(age) - 1), `${age} min`).toBeLessThan(0.06);
    }
  });
});

it('computes a quantile that a new value falls below with its probability', () => {
  expect(quantile([1, 2, 3, 4, 5, 6, 7, 8, 9], 0.1)).toBe(1);
  expect(quantile([1, 2, 3, 4, 5, 6, 7, 8, 9], 0.5)).toBe(5);
  expect(quantile([5], 0.9)).toBe(5);
});

it('counts equal values as half below', () => {
  expect(toPercentile(5, [1, 5, 9, 10])).toBe(37.5);
  expect(toPercentile(11, [1, 5, 9, 10])).toBe(100);
  expect(toPercentile(0, [1, 5])).toBe(0);
});
