import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pastDays, type PastPeriod, toUsualChanges } from './usual-changes.ts';

const periodsOf = (views: readonly number[]): PastPeriod[] =>
  views.map((value, place) => ({ place, sums: { views: value }, followers: 1_000 + value, posts: value }));

describe('usual changes', () => {
  it('are the median size of the changes between neighbouring periods, in percent', () => {
    const { periods, medians } = toUsualChanges(periodsOf([100, 80, 100, 50, 100]));

    expect(periods).toBe(5);
    // 25 %, 20 %, 100 % and 50 %.
    expect(medians.views).toBe(37.5);
    expect(medians['post-activity']).toBe(37.5);
  });

  it('are unknown for fewer than four changes, and for metrics without data', () => {
    expect(toUsualChanges(periodsOf([100, 80, 100, 50])).medians.views).toBeNull();
    expect(toUsualChanges([]).medians.followers).toBeNull();
    expect(toUsualChanges(periodsOf([100, 80, 100, 50, 100])).medians['engagement-rate']).toBeNull();
  });

  it('skip a period with gaps instead of comparing across it', () => {
    const withGap = periodsOf([100, 100, 100, 999, 200, 200, 200]).filter(({ place }) => place !== 3);

    expect(toUsualChanges(withGap)).toMatchObject({ periods: 6, medians: { views: 0 } });
  });

  it('skip changes from zero, which have no size in percent', () => {
    expect(toUsualChanges(periodsOf([100, 0, 100, 0, 100, 0])).medians.views).toBeNull();
  });

  it('do not depend on the scale of the numbers', () => {
    const series = fc.array(fc.integer({ min: 1, max: 10_000 }), { minLength: 5, maxLength: 26 });
    fc.assert(
      fc.property(series, fc.integer({ min: 2, max: 50 }), (views, factor) => {
        const one = toUsualChanges(periodsOf(views)).medians.views ?? NaN;
        const other = toUsualChanges(periodsOf(views.map((value) => value * factor))).medians.views;
        expect(other).toBeCloseTo(one, 6);
        expect(one).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  it('are based on at most 26 periods and two years before the range', () => {
    expect(pastDays({ from: '2026-11-15', to: '2026-11-21' })).toEqual({
      period: { from: '2026-05-17', to: '2026-11-14' },
      length: 7,
    });
    expect(pastDays({ from: '2026-08-24', to: '2026-11-21' })?.period.from).toBe('2024-09-03');
    expect(pastDays({ from: '2025-10-01', to: '2026-11-21' })).toBeNull();
  });
});
