import {
  addDays,
  compareAccounts,
  comparedMetrics,
  countMedia,
  getBreakdown,
  getMediaActivity,
  getMetricCard,
  getTimeseries,
  getUsualChanges,
  listAccounts,
  queryPosts,
  type CardMetric,
} from '@tidemark/contract';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/start-test-app.ts';
import type { TestClient } from '../../../test/test-client.ts';
import {
  getWorldAccount,
  listWorldCollaborations,
  startSynced,
  trueDays,
  trueMedia,
  trueWindow,
  untilSynced,
  type WorldAccount,
  type WorldDay,
} from '../../../test/world.ts';
import { dayIn } from '../../platform/clock.ts';
import { requireAccounts } from '../accounts/index.ts';
import { loadCard } from './metric-cards/load-card.ts';
import type { RequestedWindow } from './requested-windows.ts';

let app: TestApp;
let client: TestClient;
let first: WorldAccount;
let second: WorldAccount;

// Behind UTC, like Instagram's days; the range contains no clock change.
const dayZone = 'America/Phoenix';
const yesterday = addDays(dayIn(dayZone, new Date()), -1);
const maya = 'maya@sandbox.test';

beforeAll(async () => {
  app = await startTestApp({ sandboxOptions: { dayZone } });
  ({ client, account: first } = await startSynced(app, maya, { account: 1 }));
  second = await getWorldAccount(app, maya, 2);
  await client.link(second.id);
  await untilSynced(client, second.id);
});
afterAll(() => app.close());

const start = (day: string) => `${day}T00:00:00.000Z`;
const end = (day: string) => `${day}T23:59:59.999Z`;
const sum = (days: WorldDay[], pick: (day: WorldDay) => number) => days.reduce((total, day) => total + pick(day), 0);
const nonFollowers = (day: WorldDay) => day.cells.reachByFollowType['NON_FOLLOWER'] ?? 0;

function card(metric: CardMetric, accounts: WorldAccount[], days: number, to = yesterday) {
  const from = addDays(to, 1 - days);
  return client.call(getMetricCard, {
    params: { metric },
    body: {
      cStart: start(from),
      cEnd: end(to),
      pStart: start(addDays(from, -days)),
      pEnd: end(addDays(from, -1)),
      accountIds: accounts.map(({ id }) => id),
    },
  });
}

/** True values of two consecutive periods of the same length, over all accounts. */
async function getTruth(accounts: WorldAccount[], days: number, to = yesterday) {
  const from = addDays(to, 1 - days);
  const of = async (a: string, b: string) =>
    (await Promise.all(accounts.map(({ id }) => trueDays(app, id, a, b)))).flat();
  return { current: await of(from, to), previous: await of(addDays(from, -days), addDays(from, -1)) };
}

describe('usual changes', () => {
  it('returns the median change of past weeks for each metric', async () => {
    const from = addDays(yesterday, -6);
    const accounts = [first, second];
    const weeks = await Promise.all(
      Array.from({ length: 26 }, async (_, week) => {
        const days = (offset: number) => addDays(from, -7 * (week + 1) + offset);
        return Promise.all(accounts.map(({ id }) => trueDays(app, id, days(0), days(6))));
      }),
    );
    const medianChange = (values: number[]) => {
      const changes = values.slice(0, -1).map((value, week) => Math.abs(value / (values[week + 1] ?? NaN) - 1) * 100);
      return changes.toSorted((one, other) => one - other)[(changes.length - 1) / 2] ?? NaN;
    };

    const { periods, medians } = await client.call(getUsualChanges, {
      body: { startDate: start(from), endDate: end(yesterday), accountIds: accounts.map(({ id }) => id) },
    });

    expect(periods).toBe(26);
    expect(medians.views).toBeCloseTo(medianChange(weeks.map((week) => sum(week.flat(), (day) => day.views))), 8);
    expect(medians.followers).toBeCloseTo(
      medianChange(weeks.map((week) => week.reduce((all, days) => all + (days.at(-1)?.followersEnd ?? NaN), 0))),
      8,
    );
    expect(Object.values(medians)).not.toContain(null);
  });

  it('is refused for an account of somebody else', async () => {
    const stranger = await app.withPlan('theo@sandbox.test', 'starter');

    await expect(
      stranger.call(getUsualChanges, {
        body: { startDate: start(yesterday), endDate: end(yesterday), accountIds: [first.id] },
      }),
    ).rejects.toMatchObject({ code: 'account_not_found' });
  });
});

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

  it('bounds the engagement rate of ranges that Instagram has not counted', async () => {
    const { current } = await getTruth([first], 9);
    const { reach } = await trueWindow(app, first.id, yesterday, 9);
    const truth = (sum(current, (day) => day.totalInteractions) / reach) * 100;

    const { approx, ...nine } = await card('engagement-rate', [first], 9);

    expect(approx?.reasons).toEqual(['summed_people']);
    expect(nine.current).toBe(approx?.lower);
    expect(approx?.lower).toBeLessThan(truth);
    expect(approx?.upper).toBeGreaterThan(truth);
  });

  it('bounds a quarter far more tightly by windows than by days', async () => {
    const { current } = await getTruth([first], 60);
    const { reach } = await trueWindow(app, first.id, yesterday, 60);
    const interactions = sum(current, (day) => day.totalInteractions);

    const { approx } = await card('engagement-rate', [first], 60);

    expect(approx?.lower).toBeGreaterThan((interactions / sum(current, (day) => day.reach)) * 100);
    expect(approx?.lower).toBeLessThanOrEqual((interactions / reach) * 100);
    expect(approx?.upper).toBeGreaterThanOrEqual((interactions / reach) * 100);
  });

  it('shows the ratio of summed accounts and marks that their people were added up', async () => {
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

  it('shows conversion, engaged audience and virality of a day as defined', async () => {
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

  it('requests the missing windows of both periods', async () => {
    const { user } = await client.load();
    const scope = await requireAccounts(app.db, { userId: user._id, role: 'user' }, [first.id]);
    const requested: RequestedWindow[] = [];
    const deps = {
      db: app.db,
      today: addDays(yesterday, 1),
      requestWindows: (windows: RequestedWindow[]) => void requested.push(...windows),
    };
    const load = (days: number, to = yesterday) => {
      const from = addDays(to, 1 - days);
      return loadCard(deps, scope, 'engagement-rate', {
        current: { from, to },
        previous: { from: addDays(from, -days), to: addDays(from, -1) },
      });
    };

    for (const days of [1, 7, 31]) await load(days);
    expect(requested).toEqual([]);
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

  it('makes cards exact soon after a user views a range that Instagram had not counted', async () => {
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
    expect(outdated.current).toBeLessThan(answer.current);
  });
});

describe('metric breakdown', () => {
  const ask = (metric: 'views' | 'reach' | 'total_interactions', accounts: WorldAccount[], days: number) =>
    client.call(getBreakdown, {
      params: { metric },
      body: {
        startDate: start(addDays(yesterday, 1 - days)),
        endDate: end(yesterday),
        accountIds: accounts.map(({ id }) => id),
      },
    });
  const cell = (answer: Awaited<ReturnType<typeof ask>>, name: string) =>
    answer.breakdowns.flatMap(({ results }) => results).find(({ dimensionValues }) => dimensionValues.includes(name))
      ?.value;

  it('shows total views and their parts', async () => {
    const { current } = await getTruth([first, second], 7);

    const answer = await ask('views', [first, second], 7);

    expect(answer.value).toBe(sum(current, (day) => day.views));
    expect(answer.isApprox).toBe(false);
    expect(answer.breakdowns.map(({ dimensionKeys }) => dimensionKeys)).toEqual([
      ['media_product_type'],
      ['follow_type'],
    ]);
    for (const name of ['POST', 'REEL', 'CAROUSEL_CONTAINER', 'STORY'])
      expect(cell(answer, name), name).toBe(sum(current, (day) => day.cells.views[name] ?? 0));
    for (const name of ['FOLLOWER', 'NON_FOLLOWER'])
      expect(cell(answer, name), name).toBe(sum(current, (day) => day.cells.viewsByFollowType[name] ?? 0));
  });

  it('shows Instagram’s exact reach of one account and marks its parts as approximate', async () => {
    const answer = await ask('reach', [first], 28);

    expect(answer.value).toBe((await trueWindow(app, first.id, yesterday, 28)).reach);
    expect(answer.isApprox).toBe(false);
    expect(answer.breakdowns.every(({ isApprox }) => isApprox)).toBe(true);
    expect((await ask('reach', [first, second], 28)).isApprox).toBe(true);
  });

  it('shows interactions by type', async () => {
    const { current } = await getTruth([first], 7);

    const answer = await ask('total_interactions', [first], 7);

    expect(answer.value).toBe(sum(current, (day) => day.totalInteractions));
    expect(cell(answer, 'LIKES')).toBe(sum(current, (day) => day.likes));
    expect(cell(answer, 'SHARES')).toBe(sum(current, (day) => day.shares));
    const parts = answer.breakdowns[1]?.results ?? [];
    expect(parts.reduce((total, { value }) => total + value, 0)).toBe(answer.value);
    expect(cell(answer, 'OTHER')).toBeGreaterThan(0);
  });
});

it('shows a daily series per account, with gaps where nothing is stored', async () => {
  const from = addDays(yesterday, -3);
  const answer = await client.call(getTimeseries, {
    params: { metric: 'views' },
    body: { startDate: start(from), endDate: end(addDays(yesterday, 2)), accountIds: [first.id, second.id] },
  });

  for (const account of [first, second]) {
    const truth = await trueDays(app, account.id, from, yesterday);
    expect(answer.perAccount[account.id]?.slice(0, 4)).toEqual(
      truth.map(({ day, views }) => ({ date: day, value: views, isClosed: true })),
    );
    expect(answer.perAccount[account.id]?.at(-1)).toEqual({
      date: addDays(yesterday, 2),
      value: null,
      isClosed: false,
    });
  }
});

describe('comparison period', () => {
  const from = addDays(yesterday, -8);
  const range = { cStart: start(from), cEnd: end(yesterday) };
  const lastYear = { pStart: start(addDays(from, -365)), pEnd: end(addDays(yesterday, -365)) };
  const ask = (metric: CardMetric, comparison: { pStart?: string; pEnd?: string }) =>
    client.call(getMetricCard, {
      params: { metric },
      body: { ...range, ...comparison, accountIds: [first.id] },
    });

  it('may be any period, such as the same days of last year', async () => {
    const now = await trueDays(app, first.id, from, yesterday);
    const before = await trueDays(app, first.id, addDays(from, -365), addDays(yesterday, -365));

    const views = await ask('views', lastYear);
    const followers = await ask('followers', lastYear);
    const growth = await ask('follower-growth-rate', lastYear);

    const previous = sum(before, (day) => day.views);
    expect(views).toMatchObject({ previous, change: sum(now, (day) => day.views) - previous, previousApprox: null });
    expect(followers.previous).toBe(before.at(-1)?.followersEnd);
    const [dayBefore] = await trueDays(app, first.id, addDays(from, -366), addDays(from, -366));
    const rate = ((before.at(-1)?.followersEnd ?? NaN) / (dayBefore?.followersEnd ?? NaN) - 1) * 100;
    expect(growth.previous).toBeCloseTo(rate, 8);
  });

  it('has bounds of its own where its people were not counted', async () => {
    // More days than Instagram counts as one window.
    const { reach } = await trueWindow(app, first.id, addDays(yesterday, -45), 45);

    const { previousApprox } = await card('reach', [first], 45);

    expect(previousApprox?.reasons).toContain('summed_people');
    expect(previousApprox?.lower).toBeLessThanOrEqual(reach);
    expect(previousApprox?.upper).toBeGreaterThanOrEqual(reach);
  });

  it('is optional: without it, a card has its value and no change', async () => {
    const compared = await ask('views', lastYear);

    expect(await ask('views', {})).toEqual({
      ...compared,
      previous: null,
      change: null,
      percentChange: null,
      previousApprox: null,
      comparison: { days: 0, of: 9, noDataBefore: null },
    });
    expect(await ask('follower-growth-rate', {})).toMatchObject({
      current: (await ask('follower-growth-rate', lastYear)).current,
      previous: null,
    });
  });

  it('is unknown, not zero, before the first day with data', async () => {
    const ancient = { pStart: start('2020-01-01'), pEnd: end('2020-01-09') };

    const { previous, percentChange, comparison } = await ask('views', ancient);

    expect({ previous, percentChange, days: comparison.days }).toEqual({
      previous: null,
      percentChange: null,
      days: 0,
    });
    expect(comparison.noDataBefore).toMatch(/^20/);
  });

  it('has daily series beside those of the range, or none', async () => {
    const body = { startDate: start(from), endDate: end(yesterday), accountIds: [first.id] };
    const truth = await trueDays(app, first.id, addDays(from, -365), addDays(yesterday, -365));

    const compared = await client.call(getTimeseries, { params: { metric: 'views' }, body: { ...body, ...lastYear } });
    const alone = await client.call(getTimeseries, { params: { metric: 'views' }, body });

    expect(compared.previousPerAccount?.[first.id]).toEqual(
      truth.map(({ day, views }) => ({ date: day, value: views, isClosed: true })),
    );
    expect(alone).toEqual({ ...compared, previousPerAccount: null });
  });

  it.each([
    ['one end only', { pStart: start(yesterday) }, 'pEnd'],
    ['ends in the wrong order', { pStart: start(yesterday), pEnd: end(addDays(yesterday, -1)) }, 'pStart'],
  ])('is refused with %s, which names the field', async (_, comparison, field) => {
    await expect(ask('views', comparison)).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining(`body.${field}`),
    });
  });
});

describe('compared accounts', () => {
  const body = (accountIds: string[], to = yesterday) => ({
    cStart: start(addDays(to, -6)),
    cEnd: end(to),
    pStart: start(addDays(to, -13)),
    pEnd: end(addDays(to, -7)),
    accountIds,
  });

  it('have the values of their own cards', async () => {
    const { accounts } = await client.call(compareAccounts, { body: body([second.id, first.id]) });

    expect(accounts.map(({ accountId }) => accountId).toSorted()).toEqual([first.id, second.id].toSorted());
    const firstAccount = accounts.find(({ accountId }) => accountId === first.id);
    for (const metric of comparedMetrics) {
      const { series: _, ...own } = await card(metric, [first], 7);
      expect(firstAccount?.metrics[metric]).toEqual(own);
    }
  });

  it('are compared over the same closed days, even if one was synced later than the other', async () => {
    const until = addDays(yesterday, -2);
    const open = app.db.updateTable('account_day').where('account_id', '=', second.id).where('day', '>', until);
    await open.set({ complete: false }).execute();

    const { accounts } = await client.call(compareAccounts, { body: body([first.id, second.id]) });

    await open.set({ complete: true }).execute();
    expect(accounts.map(({ metrics }) => metrics.views.comparison)).toEqual([
      { days: 5, of: 7, noDataBefore: null },
      { days: 5, of: 7, noDataBefore: null },
    ]);
  });

  it('say where nothing is stored, instead of zero', async () => {
    const { accounts } = await client.call(compareAccounts, { body: body([first.id], '2015-01-31') });

    expect(accounts).toMatchObject([{ hasData: false, metrics: { views: { previous: null } } }]);
  });

  it('are refused if one belongs to somebody else', async () => {
    const stranger = await app.withPlan('theo@sandbox.test', 'starter');

    await expect(stranger.call(compareAccounts, { body: body([first.id]) })).rejects.toMatchObject({
      code: 'account_not_found',
    });
  });
});

describe('posts grid', () => {
  const ask = (
    change: {
      page?: number;
      pageSize?: number;
      field?: 'timestamp' | 'reachTotal' | 'engagementRate' | 'virilityScore' | 'viralityScore';
      sort?: 'asc' | 'desc';
      query?: string;
      mode?: 'combined' | 'published' | 'active';
      blocks?: number[];
      from?: string;
      to?: string;
    } = {},
  ) =>
    client.call(queryPosts, {
      body: {
        grid: {
          paginationModel: { page: change.page ?? 0, pageSize: change.pageSize ?? 5 },
          sortModel: change.field ? [{ field: change.field, sort: change.sort ?? 'desc' }] : [],
        },
        filters: {
          query: change.query ?? '',
          filterMode: change.mode ?? 'published',
          isoStart: start(change.from ?? addDays(yesterday, -365)),
          isoEnd: end(change.to ?? addDays(yesterday, -30)),
          ...(change.blocks && { publishedIn: change.blocks }),
        },
        platform: 'instagram_media',
        accountIds: [first.id, second.id],
      },
    });
  it('lists the posts of a block of the week, as many as the activity counts there', async () => {
    const range = { isoStart: start(addDays(yesterday, -365)), isoEnd: end(addDays(yesterday, -30)) };
    const activity = await client.call(getMediaActivity, {
      body: { ...range, platform: 'instagram', accountIds: [first.id, second.id] },
    });
    const counts = activity.data.flatMap(({ buckets }) => buckets);
    const busiest = counts.indexOf(Math.max(...counts));

    const block = await ask({ blocks: [busiest], mode: 'combined' });
    const week = await ask({ blocks: counts.map((_, index) => index) });

    expect(block.totalRowCount).toBe(counts[busiest]);
    const toBlock = (instant: Date) => instant.getUTCDay() * 6 + Math.floor(instant.getUTCHours() / 4);
    expect(new Set(block.rows.map(({ timestamp }) => toBlock(new Date(timestamp))))).toEqual(new Set([busiest]));
    expect(week.totalRowCount).toBe(activity.total);
    await expect(ask({ blocks: [42] })).rejects.toMatchObject({ status: 400 });
    await expect(ask({ blocks: [] })).rejects.toMatchObject({ status: 400 });
  });

  const published = async () =>
    (
      await Promise.all(
        [trueMedia, listWorldCollaborations].flatMap((list) => [first, second].map(({ id }) => list(app, id))),
      )
    )
      .flat()
      .filter(({ kind, day }) => kind !== 'story' && day >= addDays(yesterday, -365) && day <= addDays(yesterday, -30));

  it('pages through every post of the range once, newest first', async () => {
    const truth = (await published()).toSorted((a, b) => b.publishedAt.localeCompare(a.publishedAt));

    const seen: string[] = [];
    for (let page = 0; ; page += 1) {
      const { rows, totalRowCount } = await ask({ page, pageSize: 50 });
      expect(totalRowCount).toBe(truth.length);
      seen.push(...rows.map(({ timestamp }) => timestamp));
      if (rows.length < 50) break;
    }

    expect(seen).toEqual(truth.map(({ publishedAt }) => new Date(publishedAt).toISOString()));
  });

  it('returns the total even on a page beyond the last', async () => {
    const { rows, totalRowCount } = await ask({ page: 1000 });

    expect(rows).toEqual([]);
    expect(totalRowCount).toBe((await published()).length);
  });

  it('shows a post once if it was published and changed within the range', async () => {
    const { rows, totalRowCount } = await ask({ mode: 'combined', pageSize: 200 });

    const both = await ask({ mode: 'active', pageSize: 200 });
    const ids = rows.map(({ id }) => id);
    expect(both.rows.some(({ id }) => ids.includes(id))).toBe(true);
    expect(new Set(ids).size).toBe(ids.length);
    expect(totalRowCount).toBeGreaterThanOrEqual(both.totalRowCount);
    expect(totalRowCount).toBeLessThanOrEqual(both.totalRowCount + (await published()).length);
  });

  it('shows each post’s lifetime totals', async () => {
    const truth = new Map((await published()).map((media) => [media.id, media]));

    const { rows } = await ask({ pageSize: 50, field: 'timestamp', sort: 'asc' });

    expect(rows).toHaveLength(50);
    for (const row of rows) {
      const totals = truth.get(row.id)?.totals;
      if (!totals) throw new Error(`${row.id} is not in the world`);
      // Instagram provides no insights for posts of other accounts.
      if (row.isCollaboration) {
        expect(row).toMatchObject({ reach: null, views: null, comments: totals.comments });
        continue;
      }
      expect(row).toMatchObject({
        reach: totals.reach,
        reachTotal: totals.reach,
        views: totals.views,
        comments: totals.comments,
        saved: totals.saved,
        shares: totals.shares,
      });
      expect(row.engagementRate).toBeCloseTo(
        totals.reach === 0 ? 0 : (totals.totalInteractions / totals.reach) * 100,
        8,
      );
    }
  });

  it('shows metrics including ads next to organic ones, where available', async () => {
    const [post] = (await ask()).rows;
    const ofPost = { account_id: post?.accountRef ?? '', media_id: post?.id ?? '' };
    const totals = { total_views: 70, total_likes: 7, total_comments: null };
    await app.db
      .updateTable('media')
      .set(totals)
      .where('account_id', '=', ofPost.account_id)
      .where('media_id', '=', ofPost.media_id)
      .execute();

    const { rows } = await ask();

    expect(rows.find(({ id }) => id === post?.id)).toMatchObject({ ...totals, views: post?.views });
  });

  it.each(['reachTotal', 'engagementRate', 'virilityScore'] as const)(
    'sorts by %s in both directions across all pages',
    async (field) => {
      const down = (await ask({ field, pageSize: 200 })).rows.map((row) => row[field]);
      const up = (await ask({ field, sort: 'asc', pageSize: 200 })).rows.map((row) => row[field]);

      expect(down).toEqual(down.toSorted((a, b) => b - a));
      expect(up).toEqual(up.toSorted((a, b) => a - b));
    },
  );

  it('sorts by the virality score under its earlier name as well', async () => {
    const ids = async (field: 'virilityScore' | 'viralityScore') => (await ask({ field })).rows.map(({ id }) => id);

    expect(await ids('viralityScore')).toEqual(await ids('virilityScore'));
  });

  it('names all fields as specified, with null for what Instagram does not report', async () => {
    const { rows } = await ask({ field: 'virilityScore' });

    expect(rows[0]).toMatchObject({ virilityScore: rows[0]?.virilityMax, impressions: null });
  });

  it('says since when daily activity is known', async () => {
    const today = dayIn(dayZone, new Date());

    expect([today, addDays(today, -1)]).toContain((await ask()).activitySince);
  });

  it('searches captions literally and case-insensitively, including pattern characters', async () => {
    const word =
      (await published()).find(({ caption }) => /[a-z]{6}/.test(caption ?? ''))?.caption?.match(/[a-z]{6}/)?.[0] ?? '';
    const expected = (await published()).filter(({ caption }) => (caption ?? '').toLowerCase().includes(word)).length;

    expect((await ask({ query: ` ${word.toUpperCase()} ` })).totalRowCount).toBe(expected);
    expect((await ask({ query: '%' })).totalRowCount).toBe(
      (await published()).filter(({ caption }) => caption?.includes('%')).length,
    );
    expect((await ask({ query: String.raw`%' OR '1'='1` })).totalRowCount).toBe(0);
  });

  it('distinguishes published from active posts', async () => {
    const week = { from: addDays(yesterday, -6), to: yesterday };
    const counts = Object.fromEntries(
      await Promise.all(
        (['published', 'active', 'combined'] as const).map(async (mode) => [
          mode,
          (await ask({ ...week, mode })).totalRowCount,
        ]),
      ),
    );

    expect(counts['combined']).toBeGreaterThanOrEqual(Math.max(counts['published'] ?? 0, counts['active'] ?? 0));
    expect(counts['published']).toBeGreaterThan(0);
  });

  it.each([
    [{ sortModel: [{ field: 'likes; drop table media--', sort: 'desc' }] }],
    [{ sortModel: [{ field: 'constructor', sort: 'desc' }] }],
    [{ sortModel: [{ field: 'timestamp', sort: 'ASC' }] }],
    [{ paginationModel: { page: 0, pageSize: 0 } }],
    [{ paginationModel: { page: 0, pageSize: 1e9 } }],
    [{ paginationModel: { page: 0.5, pageSize: 5 } }],
    [{ paginationModel: { page: 0, pageSize: '10' } }],
  ])('rejects an unknown query: %j', async (grid) => {
    const answer = await fetch(`${app.url}/api/v1/media/datagrid/query`, {
      method: 'POST',
      headers: { authorization: `Bearer ${client.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        grid: { paginationModel: { page: 0, pageSize: 5 }, sortModel: [], ...grid },
        filters: { query: '', filterMode: 'combined', isoStart: start(yesterday), isoEnd: end(yesterday) },
        platform: 'instagram_media',
        accountIds: [first.id],
      }),
    });

    expect(answer.status).toBe(400);
  });
});

it('counts the posts of all linked accounts', async () => {
  const { total } = await client.call(countMedia, {});

  const stored = await app.db.selectFrom('media').select('media_id').execute();
  expect(total).toBe(stored.length);
  expect(total).toBeGreaterThan(first.mediaCount);
});

describe('another user’s account', () => {
  const period = { cStart: start(yesterday), cEnd: end(yesterday), pStart: start(yesterday), pEnd: end(yesterday) };

  it('treats another user’s account as nonexistent and fails the whole request', async () => {
    const stranger = await app.withPlan('theo@sandbox.test', 'starter');
    const codes = await Promise.all(
      [[first.id], ['17841499999999999']].map((accountIds) =>
        stranger
          .call(getMetricCard, { params: { metric: 'followers' }, body: { ...period, accountIds } })
          .catch((error: unknown) => error),
      ),
    );

    expect(codes).toEqual([
      expect.objectContaining({ status: 404, code: 'account_not_found' }),
      expect.objectContaining({ status: 404, code: 'account_not_found' }),
    ]);
    await expect(
      client.call(getTimeseries, {
        params: { metric: 'reach' },
        body: { startDate: start(yesterday), endDate: end(yesterday), accountIds: [first.id, '17841499999999999'] },
      }),
    ).rejects.toMatchObject({ status: 404 });
  });

  it('repeated account IDs count once', async () => {
    const once = await client.call(getMetricCard, {
      params: { metric: 'followers' },
      body: { ...period, accountIds: [first.id] },
    });
    const twice = await client.call(getMetricCard, {
      params: { metric: 'followers' },
      body: { ...period, accountIds: [first.id, first.id] },
    });

    expect(twice).toEqual(once);
  });
});

it.each([
  ['no accounts', { accountIds: [] }],
  ['too many accounts', { accountIds: Array.from({ length: 101 }, () => '1') }],
  ['no list of accounts', { accountIds: '1' }],
  ['a range that is reversed', { startDate: end(yesterday), endDate: start(addDays(yesterday, -1)) }],
  ['a range of three years', { startDate: start(addDays(yesterday, -1100)) }],
  ['a day that does not exist', { startDate: '2024-02-30T00:00:00.000Z' }],
  ['a key that nobody asked for', { metric: 'reach' }],
])('rejects %s and names the field', async (_, change) => {
  const body = { startDate: start(yesterday), endDate: end(yesterday), accountIds: [first.id], ...change };
  const answer = await fetch(`${app.url}/api/v1/metrics/breakdown/views`, {
    method: 'POST',
    headers: { authorization: `Bearer ${client.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

  expect(answer.status).toBe(400);
  expect(JSON.stringify(await answer.json())).toContain(Object.keys(change)[0]);
});

it('lists linked accounts with their dashboard details', async () => {
  const { accounts } = await client.call(listAccounts, {});

  expect(accounts.map(({ _id }) => _id)).toEqual([first.id, second.id]);
  expect(accounts[0]).toMatchObject({
    username: first.username,
    linked: true,
    syncRunning: false,
    earliestDate: expect.any(String),
    metadata: { followersCount: expect.any(Number) },
  });
});
