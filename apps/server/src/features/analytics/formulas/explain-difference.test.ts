import type { AppMetric } from '@tidemark/contract';
import { describe, expect, it } from 'vitest';
import { type Circumstances, explainDifferences, type OwnValue, type OwnValues } from './explain-difference.ts';

const exact = { isApprox: false, approx: null, earlier: null, later: null, advertising: null, sumOfDays: null };
const value = (shown: number, more: Partial<OwnValue> = {}): OwnValue => ({ ...exact, value: shown, ...more });
const bounded = (lower: number | null, upper: number | null): Partial<OwnValue> => ({
  isApprox: true,
  approx: { reasons: ['summed_people'], lower, upper },
});
const longAgo: Circumstances = { daysAgo: 10, hoursAhead: 0 };

function explain(
  typed: Partial<Record<AppMetric, number>>,
  own: Partial<OwnValues>,
  circumstances: Partial<Circumstances> = {},
) {
  return explainDifferences(
    typed,
    { reach: null, views: null, newFollowers: null, ...own },
    { ...longAgo, ...circumstances },
  );
}
const causeOf = (app: number, own: OwnValue | null, circumstances: Partial<Circumstances> = {}) =>
  explain({ reach: app }, { reach: own }, circumstances)[0]?.cause;

it("returns only the entered number, the app's number and their difference", () => {
  expect(explain({ views: 900 }, { views: value(1_000), reach: value(500) })).toEqual([
    {
      metric: 'views',
      app: 900,
      tidemark: { value: 1_000, isApprox: false, approx: null },
      difference: -100,
      cause: 'unknown',
    },
  ]);
});

it('has no difference if a day is missing', () => {
  expect(explain({ newFollowers: 3 }, {})).toEqual([
    { metric: 'newFollowers', app: 3, tidemark: null, difference: null, cause: 'no_value' },
  ]);
});

describe('cause of a difference', () => {
  it.each([
    [1_010, 'matches'],
    [990, 'matches'],
    [1_011, 'unknown'],
    [989, 'unknown'],
  ])('for %d instead of 1,000 is %s', (app, cause) => {
    expect(causeOf(app, value(1_000))).toBe(cause);
  });

  it.each([
    [2, 'matches'],
    [3, 'unknown'],
  ])('for %d instead of 0 is %s', (app, cause) => {
    expect(causeOf(app, value(0))).toBe(cause);
  });

  it("is a shifted day if the app has either neighbour's number", () => {
    const own = value(1_000, { earlier: 700, later: 1_500 });

    expect([causeOf(700, own), causeOf(1_501, own), causeOf(702, own)]).toEqual([
      'one_day_off',
      'one_day_off',
      'unknown',
    ]);
  });

  it('is a match if a neighbour has the same number', () => {
    expect(causeOf(1_000, value(1_000, { earlier: 1_000 }))).toBe('matches');
  });

  it('is the sum of days, even within bounds', () => {
    expect(causeOf(1_400, value(1_100, { ...bounded(900, 1_500), sumOfDays: 1_400 }))).toBe('sum_of_days');
  });

  it('is advertising if only one number includes it', () => {
    const own = value(1_000, { advertising: 300 });

    expect([causeOf(700, own), causeOf(1_300, own), causeOf(750, own)]).toEqual([
      'advertising',
      'advertising',
      'unknown',
    ]);
  });

  it('is a match without advertising', () => {
    expect(causeOf(1_000, value(1_000, { advertising: 0 }))).toBe('matches');
  });

  it('is the approximation if the number lies within both bounds', () => {
    expect(causeOf(600, value(1_000, bounded(600, 1_000)))).toBe('within_bounds');
    expect(causeOf(599, value(1_000, bounded(600, 1_000)))).toBe('unknown');
    expect(causeOf(2_000, value(1_000, bounded(600, null)))).toBe('unknown');
  });

  it('is the counting method if reach differs and views agree', () => {
    const own = { reach: value(21_019), views: value(46_129), newFollowers: value(50) };

    const causes = explain({ reach: 10_281, views: 46_129, newFollowers: 20 }, own).map(({ cause }) => cause);

    expect(causes).toEqual(['reach_counted_differently', 'matches', 'unknown']);
    expect(explain({ reach: 10_281, views: 40_000 }, own)[0]?.cause).toBe('unknown');
  });

  it.each([
    [0, 'still_revised'],
    [3, 'still_revised'],
    [4, 'unknown'],
  ])('for a range that ended %d days ago is %s', (daysAgo, cause) => {
    expect(causeOf(500, value(1_000), { daysAgo })).toBe(cause);
  });

  it('is the phone’s day boundary if the number lies toward that neighbour', () => {
    const own = value(1_000, { earlier: 1_600, later: 400 });

    expect(causeOf(1_200, own, { hoursAhead: 9 })).toBe('phone_days');
    expect(causeOf(800, own, { hoursAhead: -3 })).toBe('phone_days');
    expect(causeOf(800, own, { hoursAhead: 9 })).toBe('unknown');
    expect(causeOf(1_200, own)).toBe('unknown');
    expect(causeOf(1_200, value(1_000), { hoursAhead: 9 })).toBe('unknown');
  });
});
