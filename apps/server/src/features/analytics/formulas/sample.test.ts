import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Sample, toDifference, toMeanInterval, toVariance } from './sample.ts';

const toSample = (values: number[]): Sample => ({
  count: values.length,
  sum: values.reduce((sum, value) => sum + value, 0),
  squares: values.reduce((sum, value) => sum + value ** 2, 0),
});

it('gives the mean of 1, 2, 3 and 4 a t interval with three degrees of freedom', () => {
  const { mean, low, high } = toMeanInterval(toSample([1, 2, 3, 4]));

  expect(mean).toBe(2.5);
  // 2.5 ± 3.182 × 1.291 / 2
  expect(low).toBeCloseTo(0.446, 1);
  expect(high).toBeCloseTo(4.554, 1);
});

it('reports a difference of 100% for values twice as large', () => {
  const logs = [4, 4.2, 3.8, 4.1, 3.9];
  const { percent, low, high } = toDifference(toSample(logs.map((log) => log + Math.LN2)), toSample(logs));

  expect(percent).toBeCloseTo(100);
  expect(low).toBeGreaterThan(50);
  expect(high).toBeLessThan(200);
});

it('puts the estimate inside its interval, and treats no difference symmetrically', () => {
  const logs = fc.array(fc.double({ min: 0, max: 20, noNaN: true }), { minLength: 2, maxLength: 30 }).map(toSample);
  fc.assert(
    fc.property(logs, logs, (one, other) => {
      const { percent, low, high } = toDifference(one, other);

      expect(low).toBeLessThanOrEqual(percent);
      expect(high).toBeGreaterThanOrEqual(percent);
      expect(toVariance(one)).toBeGreaterThanOrEqual(0);
      expect(toDifference(one, one).percent).toBeCloseTo(0);
    }),
  );
});

it('finds a false difference between groups in at most one of fifteen cases', () => {
  let state = 11;
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state + 1) / 2 ** 32;
  };
  const normal = () => Math.sqrt(-2 * Math.log(random())) * Math.cos(2 * Math.PI * random());
  const draw = (count: number, spread: number) => toSample(Array.from({ length: count }, () => 6 + spread * normal()));
  const cases = 3_000;

  const wrong = Array.from({ length: cases }, () => toDifference(draw(6, 0.9), draw(20, 0.5))).filter(
    ({ low, high }) => low > 0 || high < 0,
  );

  expect(wrong.length / cases).toBeLessThan(1 / 15);
  expect(wrong.length / cases).toBeGreaterThan(0.03);
});
