import { describe, expect, it } from 'vitest';
import type { Period } from './period.ts';
import { type StoredPeriod, toAccountFigures } from './account-figures.ts';
import { type PartSums, toBreakdown } from './breakdown.ts';

const today = '2026-11-21';
const week: Period = { from: '2026-11-14', to: '2026-11-20' };
const day: Period = { from: '2026-11-20', to: '2026-11-20' };

function account(period: Period, change: Partial<StoredPeriod> = {}) {
  const days = period === day ? 1 : 7;
  const row: StoredPeriod = {
    account_id: '1',
    stored: days,
    stored_from_today: 0,
    closed: days,
    outdated: 0,
    first_day: period.from,
    last_closed: period.to,
    followers: null,
    followers_day: null,
    followers_closed: null,
    window: null,
    sums: { reach: 100, views: 100, interactions: 100 },
    known: { reach: days, views: days, interactions: days },
    ...change,
  };
  return toAccountFigures(row, undefined, { period, today });
}

const parts: PartSums = {
  total: 100,
  post: 10,
  reel: 50,
  story: 20,
  carousel: 10,
  ad: 4,
  follower: 40,
  nonFollower: 57,
  likes: 60,
  comments: 20,
  saves: 10,
  shares: 3,
};
const named = (answer: ReturnType<typeof toBreakdown>, table: number) =>
  Object.fromEntries(
    answer.breakdowns[table]?.results.map(({ dimensionValues, value }) => [dimensionValues[0], value]) ?? [],
  );
const total = (values: Record<string, number>) => Object.values(values).reduce((sum, value) => sum + value, 0);

describe('metric breakdown', () => {
  it('adds up to the total, including ads and unattributed values', () => {
    const views = toBreakdown('views', [account(week)], parts);
    const interactions = toBreakdown('total_interactions', [account(week)], parts);

    expect(named(views, 0)).toMatchObject({ AD: 4, UNKNOWN: 6 });
    expect(named(views, 1)).toEqual({ FOLLOWER: 40, NON_FOLLOWER: 57, UNKNOWN: 3 });
    expect(named(interactions, 1)).toEqual({ LIKES: 60, COMMENTS: 20, SAVES: 10, SHARES: 3, OTHER: 7 });
    for (const [answer, table] of [
      [views, 0],
      [views, 1],
      [interactions, 0],
      [interactions, 1],
    ] as const)
      expect(total(named(answer, table))).toBe(answer.value);
    expect([views.isApprox, interactions.isApprox]).toEqual([false, false]);
  });

  it('omits parts without a remainder and parts that Instagram never reported', () => {
    const answer = toBreakdown('views', [account(week)], { ...parts, ad: 0, reel: 60, story: null, carousel: 30 });

    expect(Object.keys(named(answer, 0))).toEqual(['POST', 'REEL', 'CAROUSEL_CONTAINER']);
  });

  it('sums reach parts over several days and marks them beside an exact total', () => {
    const answer = toBreakdown('reach', [account(week, { window: { reach: 80 } })], { ...parts, other: 2 });

    expect(answer).toMatchObject({ value: 80, isApprox: false });
    expect(answer.breakdowns.map(({ approx }) => approx?.reasons)).toEqual([['summed_people'], ['summed_people']]);
    expect(named(answer, 0)).toMatchObject({ UNKNOWN: 2 });
    expect(named(answer, 1)).toEqual({ FOLLOWER: 40, NON_FOLLOWER: 57 });
  });

  it("keeps one day's reach exact, including people in neither part", () => {
    const answer = toBreakdown('reach', [account(day)], parts);

    expect(answer).toMatchObject({ value: 100, isApprox: false });
    expect(named(answer, 1)).toEqual({ FOLLOWER: 40, NON_FOLLOWER: 57, UNKNOWN: 3 });
  });

  it('bounds the reach of several accounts by the largest and the sum', () => {
    const accounts = [account(week, { window: { reach: 80 } }), account(week, { window: { reach: 30 } })];

    expect(toBreakdown('reach', accounts, parts)).toMatchObject({
      value: 110,
      approx: { reasons: ['summed_accounts'], lower: 80, upper: 110 },
    });
  });

  it('bounds a sum with missing days from below and one with outdated days from above', () => {
    const of = (change: Partial<StoredPeriod>) => toBreakdown('views', [account(week, change)], parts).approx;

    expect(of({ stored: 6, closed: 6, known: { views: 6 } })).toEqual({
      reasons: ['days_missing'],
      lower: 100,
      upper: null,
    });
    expect(of({ outdated: 1 })).toEqual({ reasons: ['outdated_window'], lower: null, upper: 100 });
  });
});
