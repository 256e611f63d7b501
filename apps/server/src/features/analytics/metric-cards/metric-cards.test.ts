import { addDays } from '@tidemark/contract';
import { describe, expect, it, vi } from 'vitest';
import { trueDays, trueWindow, type WorldDay } from '../../../../test/world.ts';
import { requireAccounts } from '../../accounts/index.ts';
import { loadCard } from './load-card.ts';
import type { RequestedWindow } from '../requested-windows.ts';
import {
  app,
  card,
  client,
  first,
  getTruth,
  nonFollowers,
  second,
  sum,
  setUpTwoAccounts,
  yesterday,
} from '../two-accounts.fixtures.ts';

setUpTwoAccounts();

describe('metric cards', () => {
  it.each([7, 14, 28, 30])(
    'shows the exact engagement rate of one account over %i days from Instagram’s own unique reach',
    async (days) => {
      const { current, previous } = await getTruth([first], days);
      const now = await trueWindow(app, first.id, yesterday, days);
      const before = await trueWindow(app, first.id, addDays(yesterday, -days), days);

      const answer = await card('engagement-rate', [first], days);

      expect(answer.current).toBeCloseTo((sum(current, (day) => day.totalInteractions) / now.reach) * 100, 8);
      expect(answer.previous).toBeCloseTo((sum(previous, (day) => day.totalInteractions) / before.reach) * 100, 8);
      expect(answer.change).toBeCloseTo(answer.current - (answer.previous ?? NaN), 8);
      expect(answer).toMatchObject({
        isApprox: false,
        approx: null,
        comparison: { days, of: days, noDataBefore: null },
      });
      expect(answer.series).toHaveLength(days);
    },
  );

  it('bounds the engagement rate for ranges that Instagram has not counted', async () => {
    const { current } = await getTruth([first], 9);
    const { reach } = await trueWindow(app, first.id, yesterday, 9);
    const truth = (sum(current, (day) => day.totalInteractions) / reach) * 100;

    const { approx, ...nine } = await card('engagement-rate', [first], 9);

    expect(approx?.reasons).toEqual(['summed_people']);
    expect(nine.current).toBeGreaterThan(approx?.lower ?? NaN);
    expect(approx?.lower).toBeLessThan(truth);
    expect(approx?.upper).toBeGreaterThan(truth);
  });

  it('bounds a quarter much more tightly by windows than by days', async () => {
    const { current } = await getTruth([first], 60);
    const { reach } = await trueWindow(app, first.id, yesterday, 60);
    const interactions = sum(current, (day) => day.totalInteractions);

    const { approx } = await card('engagement-rate', [first], 60);

    expect(approx?.lower).toBeGreaterThan((interactions / sum(current, (day) => day.reach)) * 100);
    expect(approx?.lower).toBeLessThanOrEqual((interactions / reach) * 100);
    expect(approx?.upper).toBeGreaterThanOrEqual((interactions / reach) * 100);
  });

  it('shows the ratio for summed accounts and marks that their people were added up', async () => {
    const both = await getTruth([first, second], 7);
    const windows = await Promise.all([first, second].map(({ id }) => trueWindow(app, id, yesterday, 7)));
    const reach = windows.reduce((total, window) => total + window.reach, 0);

    const { current, approx } = await card('engagement-rate', [first, second], 7);

    expect(current).toBeCloseTo((sum(both.current, (day) => day.totalInteractions) / reach) * 100, 8);
    expect(approx).toEqual({ reasons: ['summed_accounts'], lower: current, upper: current });
  });

  it('shows exact followers at the end of both periods, and their growth', async () => {
    const { current, previous } = await getTruth([first, second], 7);
    const atEnd = (days: WorldDay[], day: string) =>
      sum(
        days.filter((candidate) => candidate.day === day),
        ({ followersEnd }) => followersEnd,
      );
    const [now, before] = [atEnd(current, yesterday), atEnd(previous, addDays(yesterday, -7))];

    const followers = await card('followers', [first, second], 7);
    const growth = await card('follower-growth-rate', [first, second], 7);

    expect(followers).toMatchObject({ current: now, previous: before, change: now - before, isApprox: false });
    expect(followers.percentChange).toBeCloseTo(((now - before) / before) * 100, 8);
    expect(followers.series.map(({ value }) => value)).toEqual(
      current.slice(0, 7).map(({ day }) => atEnd(current, day)),
    );
    expect(growth.current).toBeCloseTo(((now - before) / before) * 100, 8);
  });

  it("shows a day's conversion, engaged audience and virality as defined", async () => {
    const { current } = await getTruth([first], 1);
    const reach = sum(current, (day) => day.reach);
    const follows = sum(current, (day) => day.follows);
    const strangers = sum(current, nonFollowers);
    const part = (weight: number, rate: number, full: number) => weight * Math.min(rate / full, 1);
    const score =
      100 *
      (part(0.4, sum(current, (day) => day.shares) / reach, 0.02) +
        part(0.3, sum(current, (day) => day.saves) / reach, 0.03) +
        part(0.2, sum(current, (day) => day.comments) / reach, 0.01) +
        part(0.1, follows / strangers, 0.05));

    const cards = {
      conversion: await card('conversion-rate', [first], 1),
      engaged: await card('engaged-audience', [first], 1),
      virality: await card('virality-score', [first], 1),
    };

    expect(cards.conversion.current).toBeCloseTo((follows / strangers) * 100, 8);
    expect(cards.engaged.current).toBeCloseTo(
      (sum(current, (day) => day.accountsEngaged) / (current.at(-1)?.followersEnd ?? 0)) * 100,
      8,
    );
    expect(cards.virality.current).toBeCloseTo(score, 8);
    expect(Object.values(cards).map(({ isApprox }) => isApprox)).toEqual([false, false, false]);
  });

  it('returns no comparison with a period that has no stored data', async () => {
    const { first_day: stored } = await app.db
      .selectFrom('account_day')
      .select(({ fn }) => fn.min('day').as('first_day'))
      .where('account_id', '=', first.id)
      .executeTakeFirstOrThrow();

    for (const metric of ['engagement-rate', 'engaged-audience', 'followers'] as const)
      expect(await card(metric, [first], 30, addDays(stored, 29))).toMatchObject({
        previous: null,
        change: null,
        percentChange: null,
        comparison: { days: 0, of: 30, noDataBefore: stored },
      });
    const before = await card('engagement-rate', [first], 30, addDays(stored, 9));
    expect(before.approx?.reasons).toContain('days_missing');
    expect(before.series.some(({ value }) => value === null)).toBe(true);
  });

  it('compares only closed days when the range ends today', async () => {
    const today = addDays(yesterday, 1);

    const followers = await card('followers', [first], 7, today);
    const engagement = await card('engagement-rate', [first], 7, today);

    const [six] = await trueDays(app, first.id, addDays(yesterday, -7), addDays(yesterday, -7));
    expect(followers).toMatchObject({
      previous: six?.followersEnd,
      comparison: { days: 6, of: 7, noDataBefore: null },
    });
    expect(followers.approx?.reasons).toEqual(['day_not_closed']);
    expect(engagement.comparison).toEqual({ days: 6, of: 7, noDataBefore: null });
    expect(engagement.approx?.reasons).toContain('day_not_closed');
    expect(engagement.approx?.upper).toBeNull();
    expect(engagement.series.map(({ isClosed }) => isClosed)).toEqual([...Array<boolean>(6).fill(true), false]);
  });

  it('requests the missing windows for both periods', async () => {
    const { user } = await client.load();
    const scope = await requireAccounts(app.db, { userId: user._id, role: 'user' }, [first.id]);
    const requested: RequestedWindow[] = [];
    const deps = {
      db: app.db,
      today: addDays(yesterday, 1),
      async requestWindows(windows: RequestedWindow[]) {
        requested.push(...windows);
        return windows;
      },
    };
    const load = (days: number, to = yesterday) => {
      const from = addDays(to, 1 - days);
      return loadCard(deps, scope, 'engagement-rate', {
        current: { from, to },
        previous: { from: addDays(from, -days), to: addDays(from, -1) },
      });
    };

    for (const days of [1, 7]) await load(days);
    expect(requested).toEqual([]);
    await load(31);
    expect(requested.splice(0).map(({ endDay, days }) => [endDay, days])).toEqual([
      [yesterday, 31],
      [addDays(yesterday, -31), 31],
    ]);
    await load(12);
    expect(requested.splice(0)).toEqual([
      { accountId: first.id, endDay: yesterday, days: 12 },
      { accountId: first.id, endDay: addDays(yesterday, -12), days: 12 },
    ]);
    await load(6, addDays(yesterday, 1));
    expect(requested.map(({ endDay, days }) => [endDay, days])).toEqual([
      [yesterday, 5],
      [addDays(yesterday, -6), 5],
    ]);
  });

  it("makes cards exact soon after a user views a range without Instagram's count", async () => {
    const { current } = await getTruth([first], 10);
    const { reach, nonFollowerReach } = await trueWindow(app, first.id, yesterday, 10);
    const before = await card('engagement-rate', [first], 10);

    const after = await vi.waitUntil(
      async () => {
        const answer = await card('engagement-rate', [first], 10);
        return answer.isApprox ? null : answer;
      },
      { timeout: 45_000, interval: 100 },
    );
    const conversion = await card('conversion-rate', [first], 10);

    expect(before.isApprox).toBe(true);
    expect(after.current).toBeCloseTo((sum(current, (day) => day.totalInteractions) / reach) * 100, 8);
    expect(conversion.isApprox).toBe(false);
    expect(conversion.current).toBeCloseTo((sum(current, (day) => day.follows) / nonFollowerReach) * 100, 8);
  });

  it('makes a card exact when a window arrives', async () => {
    const window = { account_id: first.id, end_day: addDays(yesterday, -3), days: 11 };
    const truth = await trueWindow(app, first.id, window.end_day, window.days);
    const { current } = await getTruth([first], 11, window.end_day);

    await app.db
      .insertInto('account_window')
      .values({ ...window, reach: truth.reach, engaged: truth.engaged, fetched_at: new Date() })
      .execute();
    const answer = await card('engagement-rate', [first], 11, window.end_day);
    await app.db
      .updateTable('account_window')
      .set({ window_rule: 1 })
      .where('account_id', '=', first.id)
      .where('days', '=', 11)
      .execute();
    const outdated = await card('engagement-rate', [first], 11, window.end_day);

    expect(answer.current).toBeCloseTo((sum(current, (day) => day.totalInteractions) / truth.reach) * 100, 8);
    expect(answer.approx).toMatchObject({ lower: answer.current, upper: answer.current });
    expect(outdated.approx?.lower).toBeLessThan(answer.current);
    expect(outdated.approx?.upper).toBeGreaterThan(answer.current);
  });
});
