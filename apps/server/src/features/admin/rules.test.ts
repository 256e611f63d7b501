import { describe, expect, it } from 'vitest';
import { countedSince, dailyFigures, fullDaysSince } from './accounts/rules.ts';
import { churnRate, lifetimeValue, monthEnds, monthlyRevenue, revenuePerUser } from './overview/rules.ts';

describe("an account's daily cost", () => {
  it('includes days without calls', () => {
    expect(dailyFigures([30, 10], 4)).toEqual({ dailyAverage: 10, dailyMax: 30, dailyMin: 0 });
    expect(dailyFigures([30, 10], 2)).toEqual({ dailyAverage: 20, dailyMax: 30, dailyMin: 10 });
  });

  it('is zero before the first full day and covers at most thirty days', () => {
    expect(dailyFigures([], 0)).toEqual({ dailyAverage: 0, dailyMax: 0, dailyMin: 0 });
    expect(
      dailyFigures(
        Array.from({ length: 30 }, () => 6),
        400,
      ).dailyAverage,
    ).toBe(6);
    expect(fullDaysSince(new Date('2026-03-01T00:00:00Z'), new Date('2026-03-01T23:59:59Z'))).toBe(0);
    expect(fullDaysSince(new Date('2026-03-01T23:59:59Z'), new Date('2026-03-03T00:00:00Z'))).toBe(1);
  });

  it('uses clock hours and days for the last hour and the last day', () => {
    const { hour, day, today, fullDays } = countedSince(new Date('2026-03-05T10:30:00Z'));

    expect(hour.toISOString()).toBe('2026-03-05T10:00:00.000Z');
    expect(day.toISOString()).toBe('2026-03-04T11:00:00.000Z');
    expect(today.toISOString()).toBe('2026-03-05T00:00:00.000Z');
    expect(fullDays.toISOString()).toBe('2026-02-03T00:00:00.000Z');
  });
});

describe('revenue metrics', () => {
  it('counts one twelfth of a yearly price', () => {
    expect(monthlyRevenue([])).toBe(0);
    expect(
      monthlyRevenue([
        { amount: 2_900, interval: 'month' },
        { amount: 12_000, interval: 'year' },
      ]),
    ).toBe(3_900);
  });

  it('returns zero or null when the divisor is zero', () => {
    expect(revenuePerUser({ mrr: 0, payingUsers: 0 })).toBe(0);
    expect(churnRate({ atStart: 0, left: 0 })).toBeNull();
    expect(churnRate({ atStart: 8, left: 2 })).toBe(0.25);
    expect(lifetimeValue({ arpu: 2_000, churn: null })).toBeNull();
    expect(lifetimeValue({ arpu: 2_000, churn: 0 })).toBeNull();
    expect(lifetimeValue({ arpu: 2_000, churn: 0.25 })).toBe(8_000);
  });

  it('ends each month where the next begins, and the current month now', () => {
    const now = new Date('2026-01-31T12:00:00Z');

    expect(monthEnds(now, 3)).toEqual([
      { month: '2025-11', end: new Date('2025-12-01T00:00:00Z') },
      { month: '2025-12', end: new Date('2026-01-01T00:00:00Z') },
      { month: '2026-01', end: now },
    ]);
  });
});
