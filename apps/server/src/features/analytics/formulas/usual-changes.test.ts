import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findUnusualChanges, headlineMetrics, type MetricChange } from '@tidemark/contract/unusual-changes';
import { percentChange } from './change.ts';
import { valueFrom } from './metric-card.ts';
import { addAccounts, pastDays, type PastPeriod, toUsualChanges } from './usual-changes.ts';

const periodsOf = (views: readonly number[]): PastPeriod[] =>
  views.map((value, place) => ({ place, sums: { views: value }, followers: 1_000 + value, posts: value }));

/**
 * Creates weeks for an account whose level drifts with a memory (in the log, from week to week) but never breaks,
 * newest first.
 */
function createQuietWorld(memory: number, seed: number): () => PastPeriod {
  let state = seed;
  const uniform = () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647;
  const bell = () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
  const levels = [0, 0, 0];
  let followers = 5_000;
  return () => {
    for (const [index, level] of levels.entries()) levels[index] = memory * level + 0.2 * bell();
    followers *= 1.004 + 0.001 * bell();
    const [views = 0, reach = 0, interactions = 0] = levels.map((level) => 10_000 * Math.exp(level));
    return { place: 0, sums: { views, reach, interactions: interactions / 20 }, followers, posts: 3 };
  };
}

/** Judges the newest week by the rest. */
function isUsual(weeks: readonly PastPeriod[]): boolean {
  const [now, before, ...earlier] = weeks;
  if (!now || !before) throw new Error('There are no weeks');
  const past = [before, ...earlier].map((week, place) => ({ ...week, place }));
  const changes = headlineMetrics.map((metric): MetricChange => {
    const [current, previous] = [valueOf(now, metric), valueOf(before, metric)];
    return {
      metric,
      percentChange: percentChange(current, previous),
      change: current - previous,
      approx: null,
      comparison: { days: 7, of: 7, noDataBefore: null },
    };
  });
  return findUnusualChanges(changes, toUsualChanges(past))?.length === 0;
}

function valueOf({ sums, followers }: PastPeriod, metric: (typeof headlineMetrics)[number]): number {
  return metric === 'followers' ? (followers ?? 0) : valueFrom(metric, (column) => sums[column] ?? 0, followers ?? 0);
}

describe('usual changes', () => {
  it('are the median size of the changes between neighbouring periods', () => {
    const { periods, medians } = toUsualChanges(periodsOf([100, 80, 100, 50, 100]));

    expect(periods).toBe(5);
    // 25 % and 100 % up; a fall by 20 % needs 25 % to be undone, one by 50 % needs 100 %.
    expect(medians.views).toBe(62.5);
    expect(medians['post-activity']).toBe(62.5);
  });

  it('have a limit that the largest change exceeds in one of ten periods', () => {
    // Changes from 1 to 9 percent, with median 5: rank 9 in 9 is the largest.
    const rising = [9, 8, 7, 6, 5, 4, 3, 2, 1].reduceRight(
      (values, percent) => [(values[0] ?? 0) * (1 + percent / 100), ...values],
      [1_000],
    );
    const steady = rising.map((views, place): PastPeriod => ({ place, sums: { views }, followers: 1, posts: place }));

    expect(toUsualChanges(steady).limit).toBeCloseTo(9 / 5, 8);
  });

  it('classify at least 85 percent of uneventful weeks as usual', () => {
    const shares = [0, 0.5, 0.9].map((memory) => {
      const world = createQuietWorld(memory, 17);
      let usual = 0;
      for (let account = 0; account < 40; account += 1) {
        const weeks = Array.from({ length: 60 }, () => world());
        for (let now = 0; now < 30; now += 1) usual += isUsual(weeks.slice(now, now + 28)) ? 1 : 0;
      }
      return usual / (40 * 30);
    });

    for (const share of shares) expect(share).toBeGreaterThanOrEqual(0.85);
  });

  it('are unknown with fewer than four changes or without data', () => {
    expect(toUsualChanges(periodsOf([100, 80, 100, 50])).medians.views).toBeNull();
    expect(toUsualChanges([]).medians.followers).toBeNull();
    expect(toUsualChanges(periodsOf([100, 80, 100, 50, 100])).medians['engagement-rate']).toBeNull();
  });

  it('let a fall to almost nothing be unusual, however much an account varies', () => {
    const wild = toUsualChanges(periodsOf([100, 300, 90, 280, 100, 310, 95, 290, 100]));
    const fall: MetricChange = {
      metric: 'views',
      percentChange: -99,
      change: -99,
      approx: null,
      comparison: { days: 7, of: 7, noDataBefore: null },
    };

    expect(wild.medians.views).toBeGreaterThan(100);
    expect(findUnusualChanges([fall], wild)).toHaveLength(1);
  });

  it('skip a period with gaps instead of comparing across it', () => {
    const withGap = periodsOf([100, 100, 100, 999, 200, 200, 200]).filter(({ place }) => place !== 3);

    expect(toUsualChanges(withGap)).toMatchObject({ periods: 6, medians: { views: 0 } });
  });

  it('skip changes from zero, which have no size in percent', () => {
    expect(toUsualChanges(periodsOf([100, 0, 100, 0, 100, 0])).medians.views).toBeNull();
  });

  it("do not depend on the numbers' scale", () => {
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

describe('periods of several accounts', () => {
  const period = (place: number, views: number | null, followers: number | null = 10): PastPeriod => ({
    place,
    sums: { views },
    followers,
    posts: 1,
  });

  it('add up where every account has the period', () => {
    const added = addAccounts([
      [period(0, 5), period(1, 7)],
      [period(0, 11), period(2, 13)],
    ]);

    expect(added).toMatchObject([{ place: 0, sums: { views: 16 }, followers: 20, posts: 2 }]);
  });

  it('have no followers if an account has none', () => {
    expect(addAccounts([[period(0, 5)], [period(0, 5, null)]])).toMatchObject([{ followers: null }]);
  });

  it('leave out metrics that an account lacks', () => {
    expect(addAccounts([[period(0, null)], [period(0, 5)]])).toMatchObject([{ sums: { views: 5 } }]);
    expect(addAccounts([[period(0, 5)], [period(0, null)]])).toMatchObject([{ sums: { views: 5 } }]);
    expect(addAccounts([[period(0, null)], [period(0, null)]])).toMatchObject([{ sums: { views: null } }]);
  });

  it('are none without accounts, or if one has no periods', () => {
    expect(addAccounts([])).toEqual([]);
    expect(addAccounts([[period(0, 5)], []])).toEqual([]);
  });
});
