import { approximationReasons } from '@tidemark/contract';
import { boundsSentence, intervalText, mergeApproximations, reasonLabels } from '@tidemark/figures';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compactNumber, percent } from '#web/platform/format.ts';
import { between } from '../analytics.fixtures.ts';

const bounds = (lower: number | null, upper: number | null) => ({
  reasons: ['summed_people' as const],
  lower,
  upper,
});

it('has a unique sentence for every reason', () => {
  const texts = approximationReasons.map((reason) => reasonLabels[reason]);

  expect(new Set(texts).size).toBe(approximationReasons.length);
  for (const text of texts) expect(text).toMatch(/^[A-Z].*[^.]\.$/);
});

it('formats the known bounds as a sentence', () => {
  expect(boundsSentence(bounds(310_000, 640_000), compactNumber)).toBe('The actual number is between 310k and 640k.');
  expect(boundsSentence(bounds(14, null), compactNumber)).toBe('The actual number is at least 14.');
  expect(boundsSentence(bounds(null, 14), compactNumber)).toBe('The actual number is at most 14.');
  expect(boundsSentence(bounds(null, null), compactNumber)).toBeNull();
  expect(boundsSentence(bounds(1201, 1202), compactNumber)).toBeNull();
});

it('shows an interval for a value that may be wrong by more than a factor of two', () => {
  expect(intervalText(640_000, bounds(310_000, 640_000), compactNumber)).toBe('310k–640k');
  expect(intervalText(7.4, bounds(2.1, 7.4), percent)).toBe('2.1%–7.4%');
  expect(intervalText(3_400_000_000, bounds(1_000_000_000, 3_400_000_000), compactNumber)).toBe('1B–3.4B');
});

it('shows one number while the bounds are close, or one of them is unknown or zero', () => {
  expect(intervalText(640_000, null, compactNumber)).toBeNull();
  expect(intervalText(640_000, bounds(320_000, 640_000), compactNumber)).toBeNull();
  expect(intervalText(640_000, bounds(0, 640_000), compactNumber)).toBeNull();
  expect(intervalText(640_000, bounds(null, 640_000), compactNumber)).toBeNull();
  expect(intervalText(20, bounds(10, null), compactNumber)).toBeNull();
});

it('shows only the lower bound if the upper one is unknown and the value is far above it', () => {
  expect(intervalText(200_000_000, bounds(8_600_000, null), compactNumber)).toBe('≥ 8.6M');
});

it('shows an interval exactly when the upper bound is more than twice the lower', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e9 }), fc.integer({ min: 1, max: 1e9 }), (lower, upper) => {
      expect(intervalText(upper, bounds(lower, upper), String) !== null).toBe(upper / lower > 2);
    }),
  );
});

it('merges approximations with each reason once and no bounds', () => {
  const merged = mergeApproximations(
    [between(1, 2, 'days_missing', 'summed_people').approx, null, between(3, 4, 'days_missing').approx],
    ['summed_accounts'],
  );

  expect(merged).toEqual({ reasons: ['summed_people', 'summed_accounts', 'days_missing'], lower: null, upper: null });
  expect(mergeApproximations([null, null])).toBeNull();
});
