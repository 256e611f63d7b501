import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toBreakdown } from './breakdown.ts';
import { percentChange } from './change.ts';
import { toMetricCard, type AccountSums, type DayTotals } from './metric-card.ts';
import { conversionRate, engagedAudience, engagementRate, followerGrowthRate } from './rates.ts';
import { viralityScore } from './virality-score.ts';

const count = fc.nat({ max: 1_000_000_000 });

describe('a rate', () => {
  it('is 0 when there is nothing to divide by, never NaN', () => {
    expect(engagementRate({ interactions: 0, reach: 0 })).toBe(0);
    expect(engagementRate({ interactions: 5, reach: 0 })).toBe(0);
    expect(conversionRate({ follows: 3, nonFollowerReach: 0 })).toBe(0);
    expect(engagedAudience({ engaged: 3, followers: 0 })).toBe(0);
    expect(followerGrowthRate({ followers: 3, previousFollowers: 0 })).toBe(0);
  });

  it('does not change when both sides grow alike', () => {
    fc.assert(
      fc.property(
        fc.nat(10_000),
        fc.integer({ min: 1, max: 10_000 }),
        fc.integer({ min: 1, max: 1000 }),
        (interactions, reach, factor) => {
          expect(engagementRate({ interactions: interactions * factor, reach: reach * factor })).toBeCloseTo(
            engagementRate({ interactions, reach }),
            6,
          );
        },
      ),
    );
  });
});

describe('the virality score', () => {
  const sample = { reach: 1000, shares: 10, saves: 15, comments: 5, conversions: 5, convertible: 200 };

  it('weighs shares 40, saves 30, comments 20, conversion 10', () => {
    expect(viralityScore(sample)).toBeCloseTo(0.5 * 40 + 0.5 * 30 + 0.5 * 20 + 0.5 * 10);
    expect(
      viralityScore({ reach: 100, shares: 2, saves: 3, comments: 1, conversions: 5, convertible: 100 }),
    ).toBeCloseTo(100);
  });

  it('stays between 0 and 100, and more shares never lower it', () => {
    const input = fc.record({
      reach: count,
      shares: count,
      saves: count,
      comments: count,
      conversions: count,
      convertible: count,
    });
    fc.assert(
      fc.property(input, count, (given, more) => {
        const score = viralityScore(given);
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(100.000001);
        expect(viralityScore({ ...given, shares: given.shares + more })).toBeGreaterThanOrEqual(score - 1e-9);
      }),
    );
  });

  it('takes withdrawn counts for none', () => {
    expect(viralityScore({ ...sample, shares: -5, saves: 0, comments: 0, conversions: 0 })).toBe(0);
  });
});

describe('a change in percent', () => {
  it.each([
    [0, 0, 0],
    [5, 0, 100],
    [0, 5, -100],
    [15, 10, 50],
    [-1, 0, 0],
  ])('from %i to %i', (current, previous, percent) => {
    expect(percentChange(current, previous)).toBe(percent);
  });

  it('leads back from the previous figure to the current one', () => {
    fc.assert(
      fc.property(count, fc.integer({ min: 1, max: 1_000_000 }), (current, previous) => {
        expect(previous * (1 + percentChange(current, previous) / 100)).toBeCloseTo(current, 3);
      }),
    );
  });
});

const sums = (change: Partial<AccountSums> = {}): AccountSums => ({
  accountId: '1',
  reach: 700,
  nonFollowerReach: 300,
  interactions: 70,
  follows: 6,
  comments: 7,
  saves: 7,
  shares: 7,
  engaged: 35,
  followers: 1000,
  followersAtEnd: true,
  completeDays: 7,
  uniqueReach: 500,
  uniqueEngaged: 30,
  ...change,
});
const week = { days: 7, previousDays: 7 };

describe('a card', () => {
  it('counts both periods on the same basis: one window without a unique count makes both sums of days', () => {
    const { current, previous, isApprox } = toMetricCard(
      'engagement-rate',
      { current: [sums()], previous: [sums({ uniqueReach: null })], series: [] },
      week,
    );

    expect([current, previous]).toEqual([10, 10]);
    expect(isApprox).toBe(true);
  });

  it('is approximate as soon as one day of either period is missing or unfinished', () => {
    const cardOf = (previous: AccountSums) =>
      toMetricCard('engagement-rate', { current: [sums()], previous: [previous], series: [] }, week);

    expect(cardOf(sums()).isApprox).toBe(false);
    expect(cardOf(sums({ completeDays: 6 })).isApprox).toBe(true);
  });

  it('leaves a gap in the followers where one of several accounts is unknown, and in a rate where nothing is', () => {
    const totals = {
      reach: 700,
      nonFollowerReach: 300,
      interactions: 70,
      follows: 6,
      comments: 7,
      saves: 7,
      shares: 7,
      engaged: 35,
      followers: 1000,
    };
    const day = { date: '2026-11-20', totals, withFigures: 1, withFollowers: 1 };
    const accounts = { current: [sums(), sums({ accountId: '2' })], previous: [sums()] };
    const seriesOf = (metric: 'followers' | 'engagement-rate', change: Partial<DayTotals>) =>
      toMetricCard(metric, { ...accounts, series: [{ ...day, ...change }] }, week).series[0]?.value;

    expect(seriesOf('followers', {})).toBeNull();
    expect(seriesOf('followers', { withFollowers: 2 })).toBe(1000);
    expect(seriesOf('engagement-rate', {})).toBeCloseTo(10);
    expect(seriesOf('engagement-rate', { withFigures: 0 })).toBeNull();
  });

  it('shows growth as such: the change of the followers in percent', () => {
    const card = toMetricCard(
      'follower-growth-rate',
      { current: [sums({ followers: 1100 })], previous: [sums()], series: [] },
      week,
    );

    expect(card).toMatchObject({ current: 10, previous: 0, change: 10 });
  });

  it('never shows a figure that is no number', () => {
    const cell = fc.option(count, { nil: null });
    const account = fc.record({
      reach: cell,
      nonFollowerReach: cell,
      interactions: cell,
      follows: cell,
      comments: cell,
      saves: cell,
      shares: cell,
      engaged: cell,
      followers: cell,
      uniqueReach: cell,
      uniqueEngaged: cell,
    });
    const metric = fc.constantFrom(
      'engagement-rate',
      'conversion-rate',
      'virality-score',
      'engaged-audience',
      'followers',
      'follower-growth-rate',
    );
    fc.assert(
      fc.property(
        metric,
        fc.array(account, { maxLength: 4 }),
        fc.array(account, { maxLength: 4 }),
        (name, now, before) => {
          const card = toMetricCard(name, { current: now.map(sums), previous: before.map(sums), series: [] }, week);
          for (const value of [card.current, card.previous, card.change, card.percentChange])
            expect(Number.isFinite(value)).toBe(true);
        },
      ),
    );
  });
});

describe('a breakdown', () => {
  const parts = {
    total: 100,
    post: 10,
    reel: 60,
    story: 20,
    carousel: 10,
    other: 0,
    follower: 40,
    nonFollower: 60,
    likes: 1,
    comments: 2,
    saves: 3,
    shares: 4,
    completeDays: 7,
    uniqueReach: 80,
  };

  it('leaves out what Instagram never told, and what is nothing else', () => {
    const answer = toBreakdown('views', { ...parts, story: null }, { days: 7, accounts: 1 });

    expect(answer.breakdowns[0]?.results.map(({ dimensionValues }) => dimensionValues[0])).toEqual([
      'POST',
      'REEL',
      'CAROUSEL_CONTAINER',
    ]);
  });

  it('shows unique reach only for reach', () => {
    expect(toBreakdown('reach', parts, { days: 7, accounts: 1 })).toMatchObject({ value: 80, isApprox: false });
    expect(toBreakdown('views', parts, { days: 7, accounts: 1 })).toMatchObject({ value: 100, isApprox: false });
    expect(toBreakdown('views', parts, { days: 8, accounts: 1 })).toMatchObject({ value: 100, isApprox: true });
  });
});
