import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays } from '@tidemark/contract';
import type { Period } from './period.ts';
import { type AccountFigures, type StoredPeriod, toAccountFigures } from './account-figures.ts';
import type { PeopleParts } from './people-parts.ts';
import { toFollowerCard, toFollowerGrowthCard } from './follower-card.ts';
import { type ComparedFigures, type SummedMetric, toMetricCard } from './metric-card.ts';

const today = '2026-11-21';
const week: Period = { from: '2026-11-14', to: '2026-11-20' };
const weekBefore: Period = { from: '2026-11-07', to: '2026-11-13' };

function stored(period: Period, change: Partial<StoredPeriod> = {}): StoredPeriod {
  const cells = { reach: 700, reach_non_follower: 300, engaged: 35, interactions: 70, follows: 6 };
  const counts = { comments: 7, saves: 7, shares: 7 };
  const all = { reach: 7, reach_non_follower: 7, engaged: 7, interactions: 7, follows: 7 };
  return {
    account_id: '1',
    stored: 7,
    stored_from_today: 0,
    closed: 7,
    outdated: 0,
    first_day: period.from,
    last_closed: period.to,
    followers: 1000,
    followers_day: period.to,
    followers_closed: true,
    window: { reach: 500, reach_non_follower: 200, engaged: 30 },
    sums: { ...cells, ...counts },
    known: { ...all, comments: 7, saves: 7, shares: 7 },
    ...change,
  };
}

const each = (count: number) => Array<number>(7).fill(count);
const sevenDays: PeopleParts = {
  step: 1,
  units: {
    places: [0, 1, 2, 3, 4, 5, 6],
    sums: { reach: each(100), engaged: each(5) },
    closed: { reach: each(1), engaged: each(1) },
    largest: { reach: each(100), engaged: each(5) },
  },
  outdated: null,
  windows: null,
};

function figures(period: Period, change: Partial<StoredPeriod> = {}, parts?: PeopleParts): AccountFigures {
  return toAccountFigures(stored(period, change), parts, { period, today });
}

function card(metric: SummedMetric, change: Partial<ComparedFigures>) {
  const current = change.current ?? [figures(week)];
  const compared = { days: 7, current, previous: current.map(() => figures(weekBefore)) };
  return toMetricCard(metric, { current, compared, noDataBefore: null, series: [], ...change }, 7);
}

describe('card of one account over a range that Instagram counted', () => {
  it.each([
    ['engagement-rate', (70 / 500) * 100],
    ['conversion-rate', (6 / 200) * 100],
    ['engaged-audience', (30 / 1000) * 100],
    ['virality-score', 100 * (0.4 * (7 / 500 / 0.02) + 0.3 * (7 / 500 / 0.03) + 0.2 + 0.1 * (6 / 200 / 0.05))],
  ] as const)('shows the exact %s', (metric, expected) => {
    const { current, isApprox, approx, comparison } = card(metric, {});

    expect(current).toBeCloseTo(expected, 9);
    expect({ isApprox, approx }).toEqual({ isApprox: false, approx: null });
    expect(comparison).toEqual({ days: 7, of: 7, noDataBefore: null });
  });

  it('reports which accounts were added up, without loss for a ratio of sums', () => {
    const { approx, current } = card('engagement-rate', { current: [figures(week), figures(week)] });

    expect(approx).toEqual({ reasons: ['summed_accounts'], lower: current, upper: current });
  });
});

describe('card of a range that Instagram has not counted', () => {
  it('lies between the largest day and the sum of days', () => {
    const { current, approx } = card('engagement-rate', { current: [figures(week, { window: null }, sevenDays)] });

    expect(current).toBeCloseTo((70 / Math.round(Math.sqrt(100 * 700))) * 100, 9);
    expect(approx).toEqual({ reasons: ['summed_people'], lower: 10, upper: 70 });
  });

  it('is estimated from the overlap in a window within the range', () => {
    const windows = { backs: [1], days: [5], people: { reach: [500 / 5 ** 0.3] } };

    const { current } = card('reach', { current: [figures(week, { window: null }, { ...sevenDays, windows })] });

    expect(current).toBe(Math.round(700 / 7 ** 0.3));
  });

  it('compares only people counted alike: a window for one period is no change', () => {
    const now = figures(week);
    const before = figures(weekBefore, { window: null }, sevenDays);

    const fresh = card('engagement-rate', {
      current: [now],
      compared: { days: 7, current: [now], previous: [before] },
    });
    const old = card('engagement-rate', {
      current: [before],
      compared: { days: 7, current: [before], previous: [now] },
    });

    const fourteen: unknown = expect.closeTo(14, 9);
    expect(fresh).toMatchObject({ current: fourteen, previous: fourteen, percentChange: null, isApprox: true });
    expect(fresh).toMatchObject({ changeState: 'uncertain', change: null });
    expect(old).toMatchObject({ previous: fourteen, changeState: 'uncertain', isApprox: true });
  });
});

describe('change between two ranges with a window in each', () => {
  const partly = (people: number, interactions = 70) => {
    const windows = { backs: [0], days: [5], people: { reach: [people] } };
    return (period: Period) =>
      figures(period, { window: null, sums: { reach: 700, interactions } }, { ...sevenDays, windows });
  };
  const compare = (now: AccountFigures, before: AccountFigures) =>
    card('engagement-rate', { current: [now], compared: { days: 7, current: [now], previous: [before] } });

  it('matches the change between the sums of days within two percent if both overlap alike', () => {
    const answer = compare(partly(300)(week), partly(300, 35)(weekBefore));

    expect(answer.percentChange).toBeCloseTo(100, 9);
    expect(answer).toMatchObject({
      changeState: 'estimated',
      changeBounds: { lower: expect.closeTo(200 / 1.0202 - 100, 1), upper: expect.closeTo(200 * 1.0202 - 100, 1) },
    });
  });

  it('is uncertain if the overlaps differ too much', () => {
    const { changeState, percentChange, changeBounds } = compare(partly(300)(week), partly(150, 60)(weekBefore));

    expect({ changeState, percentChange }).toEqual({ changeState: 'uncertain', percentChange: null });
    expect(changeBounds?.lower).toBeLessThan(0);
    expect(changeBounds?.upper).toBeGreaterThan(0);
  });

  it('is hidden while a window is pending', () => {
    const [now, before] = [partly(300)(week), partly(300, 35)(weekBefore)];

    const answer = card('engagement-rate', {
      current: [now],
      compared: { days: 7, current: [now], previous: [before] },
      isToCome: true,
    });

    expect(answer).toMatchObject({ changeState: 'comparing', change: null, percentChange: null, changeBounds: null });
  });
});

describe('change across several accounts', () => {
  it('is estimated for reach, because people may see several accounts', () => {
    const counted = (reach: number) => ({ window: { reach } });
    const now = [figures(week, counted(600)), figures(week, counted(400))];
    const before = [figures(weekBefore, counted(500)), figures(weekBefore, counted(300))];

    const answer = card('reach', { current: now, compared: { days: 7, current: now, previous: before } });

    expect(answer).toMatchObject({ current: 1000, previous: 800, percentChange: 25, changeState: 'estimated' });
  });
});

describe('change of a card', () => {
  it('is null, not zero, if a day of the previous period is missing', () => {
    const current = [figures(week)];
    const partly = { days: 7, current, previous: [figures(weekBefore, { stored: 6, closed: 6 }, sevenDays)] };

    expect(card('engagement-rate', { compared: partly, noDataBefore: '2026-11-08' })).toMatchObject({
      previous: null,
      change: null,
      percentChange: null,
      changeState: 'none',
      comparison: { days: 0, of: 7, noDataBefore: '2026-11-08' },
      isApprox: false,
    });
  });

  it('covers closed days, while the value includes today', () => {
    const running = figures(
      { from: '2026-11-15', to: today },
      { closed: 6, stored_from_today: 1, last_closed: '2026-11-20', window: null },
      sevenDays,
    );
    const [six, sixBefore] = [
      figures({ from: '2026-11-15', to: '2026-11-20' }, { stored: 6, closed: 6 }),
      figures({ from: '2026-11-08', to: '2026-11-13' }, { stored: 6, closed: 6, sums: { interactions: 35 } }),
    ];

    const answer = card('engagement-rate', {
      current: [running],
      compared: { days: 6, current: [six], previous: [sixBefore] },
    });

    expect(running.closedDays).toBe(6);
    const seven: unknown = expect.closeTo(7, 9);
    expect(answer).toMatchObject({ previous: seven, change: seven, comparison: { days: 6, of: 7 } });
    expect(answer.current).toBeLessThan(70);
    expect(answer.approx).toMatchObject({ reasons: ['summed_people', 'day_not_closed'], upper: null });
  });
});

describe('approximation reasons', () => {
  const reasonsFor = (change: Partial<StoredPeriod>, period = week) =>
    card('engagement-rate', { current: [figures(period, change)], compared: null }).approx?.reasons;

  it('list missing, running and outdated days and unreported metrics', () => {
    expect(reasonsFor({ stored: 6, closed: 6 })).toEqual(['days_missing']);
    expect(reasonsFor({ closed: 6 })).toEqual(['day_not_closed']);
    expect(reasonsFor({ stored: 6, closed: 6 }, { from: '2026-11-15', to: today })).toEqual(['day_not_closed']);
    expect(reasonsFor({ outdated: 2 })).toEqual(['outdated_window']);
    expect(reasonsFor({ known: { reach: 7, interactions: 6 } })).toEqual(['instagram_hides_part']);
  });
});

describe('follower cards', () => {
  const day = (date: string, followers: number, withFollowers = 1) => ({
    date,
    totals: { followers },
    withFigures: 1,
    withFollowers,
    isClosed: date < today,
  });
  const at = (followers: number | null, period = week, change: Partial<StoredPeriod> = {}) =>
    figures(period, { followers, ...change });
  const both = (current: AccountFigures[], previous: AccountFigures[]) => ({
    current,
    compared: { days: 7, current, previous },
    noDataBefore: null,
    series: [day('2026-11-13', 1000), day('2026-11-14', 1010), day('2026-11-15', 0, 0), day('2026-11-16', 1020)],
  });

  it('are approximate on the current day', () => {
    const period = { from: '2026-11-15', to: today };
    const running = at(1100, period, { followers_day: today, followers_closed: false });

    expect(toFollowerCard(both([running], [at(1000, weekBefore)]), 7)).toMatchObject({
      current: 1100,
      previous: 1000,
      approx: { reasons: ['day_not_closed'], lower: null, upper: null },
    });
  });

  it("have no comparison if an account's previous followers are unknown", () => {
    const [now, before] = [
      [at(1100), at(500)],
      [at(1000, weekBefore), at(null, weekBefore, { followers_day: null })],
    ];

    expect(toFollowerCard(both(now, before), 7)).toMatchObject({ current: 1600, previous: null, isApprox: false });
  });

  it('measure growth from the day before each period', () => {
    const figures = { ...both([at(1100)], [at(1000, weekBefore)]), before: [at(1000)], previousBefore: [at(800)] };

    const answer = toFollowerGrowthCard(figures, 7);

    expect(answer).toMatchObject({ current: 10, previous: 25, change: -15, percentChange: -60, isApprox: false });
    expect(answer.series.map(({ value }) => value)).toEqual([1, null, null]);
  });

  it("leave a gap instead of a loss if an account's followers are unknown", () => {
    const { series } = toFollowerCard(both([at(1100), at(500)], [at(1000), at(500)]), 7);

    expect(series.map(({ value }) => value)).toEqual([null, null, null]);
  });
});

describe('simulated visits of people', () => {
  const visits = fc.uniqueArray(fc.nat(13), { maxLength: 8 });
  const account = fc.record({
    people: fc.array(visits, { minLength: 1, maxLength: 10 }),
    interactions: fc.array(fc.nat(20), { minLength: 14, maxLength: 14 }),
    windows: fc.array(fc.record({ end: fc.integer({ min: 1, max: 13 }), days: fc.integer({ min: 2, max: 9 }) })),
    missing: fc.uniqueArray(fc.nat(13), { maxLength: 1 }),
  });
  type Account = typeof account extends fc.Arbitrary<infer Value> ? Value : never;
  const count = ({ people }: Account, from: number, to: number) =>
    people.filter((days) => days.some((day) => day >= from && day <= to)).length;
  const first = '2026-11-07';

  /** Returns what would be stored for a range of days. */
  function see(world: Account, from: number, to: number): AccountFigures {
    const places = Array.from({ length: to - from + 1 }, (_, index) => from + index);
    const present = places.filter((place) => !world.missing.includes(place));
    const people = present.map((place) => count(world, place, place));
    const windows = world.windows.map((window) => ({
      ...window,
      people: count(world, window.end - window.days + 1, window.end),
    }));
    const whole = windows.find(({ end, days }) => end === to && days === to - from + 1);
    const period = { from: addDays(first, from), to: addDays(first, to) };
    const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
    const last = present.at(-1);
    const row = stored(period, {
      stored: present.length,
      closed: present.length,
      last_closed: last === undefined ? null : addDays(first, last),
      sums: { reach: sum(people), interactions: sum(present.map((place) => world.interactions[place] ?? 0)) },
      known: { reach: present.length, interactions: present.length },
      window: whole ? { reach: whole.people } : null,
    });
    const parts: PeopleParts = {
      step: 1,
      units: {
        places: present.map((place) => to - place),
        sums: { reach: people },
        closed: { reach: present.map(() => 1) },
        largest: { reach: people },
      },
      outdated: null,
      windows: {
        backs: windows.map(({ end }) => to - end),
        days: windows.map(({ days }) => days),
        people: { reach: windows.map((window) => window.people) },
      },
    };
    return toAccountFigures(row, parts, { period, today });
  }

  it('keep the engagement rate within the card’s bounds, and equal to an exact card', () => {
    fc.assert(
      fc.property(
        fc.array(account, { minLength: 1, maxLength: 3 }),
        fc.integer({ min: 1, max: 7 }),
        (accounts, length) => {
          const [from, to] = [14 - length, 13];
          const current = accounts.map((one) => see(one, from, to));
          const previous = accounts.map((one) => see(one, from - length, from - 1));
          const people = accounts.reduce((sum, one) => sum + count(one, from, to), 0);
          const interactions = accounts
            .flatMap((one) => one.interactions.slice(from, to + 1))
            .reduce((sum, value) => sum + value, 0);
          const truth = people === 0 ? 0 : (interactions / people) * 100;

          const answer = toMetricCard(
            'engagement-rate',
            { current, compared: { days: length, current, previous }, noDataBefore: null, series: [] },
            length,
          );

          expect(Number.isFinite(answer.current)).toBe(true);
          expect(Number.isFinite(answer.previous ?? 0)).toBe(true);
          if (!answer.isApprox) expect(answer.current).toBeCloseTo(truth, 9);
          // Without people, the rate has no bounds.
          if (people === 0) return;
          expect(answer.approx?.lower ?? 0).toBeLessThanOrEqual(truth + 1e-9);
          expect(answer.approx?.upper ?? Infinity).toBeGreaterThanOrEqual(truth - 1e-9);
        },
      ),
      { numRuns: 1000 },
    );
  });
});
