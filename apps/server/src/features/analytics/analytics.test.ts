import {
  countMedia,
  getBreakdown,
  getMetricCard,
  getTimeseries,
  listAccounts,
  queryPosts,
  type CardMetric,
} from '@tidemark/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/start-test-app.ts';
import type { TestClient } from '../../../test/test-client.ts';
import {
  accountOf,
  settled,
  trueDays,
  trueMedia,
  trueWindow,
  untilSynced,
  type WorldAccount,
  type WorldDay,
} from '../../../test/world.ts';
import { addDays } from '../../platform/clock.ts';

let app: TestApp;
let client: TestClient;
let first: WorldAccount;
let second: WorldAccount;

const yesterday = addDays(new Date().toISOString().slice(0, 10), -1);
const maya = 'maya@sandbox.test';

beforeAll(async () => {
  app = await startTestApp();
  ({ client, account: first } = await settled(app, maya, { account: 1 }));
  second = await accountOf(app, maya, 2);
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

/** The true days of two periods of the same length, of all accounts together. */
async function truthOf(accounts: WorldAccount[], days: number, to = yesterday) {
  const from = addDays(to, 1 - days);
  const of = async (a: string, b: string) =>
    (await Promise.all(accounts.map(({ id }) => trueDays(app, id, a, b)))).flat();
  return { current: await of(from, to), previous: await of(addDays(from, -days), addDays(from, -1)) };
}

describe('the cards', () => {
  it.each([7, 14, 28, 30])(
    'show the engagement rate of one account over %i days with Instagram’s own unique reach, exactly',
    async (days) => {
      const { current, previous } = await truthOf([first], days);
      const now = await trueWindow(app, first.id, yesterday, days);
      const before = await trueWindow(app, first.id, addDays(yesterday, -days), days);

      const answer = await card('engagement-rate', [first], days);

      expect(answer.current).toBeCloseTo((sum(current, (day) => day.totalInteractions) / now.reach) * 100, 8);
      expect(answer.previous).toBeCloseTo((sum(previous, (day) => day.totalInteractions) / before.reach) * 100, 8);
      expect(answer.change).toBeCloseTo(answer.current - answer.previous, 8);
      expect(answer.isApprox).toBe(false);
      expect(answer.series).toHaveLength(days);
    },
  );

  it('mark the engagement rate as approximate where people are counted twice: other ranges, several accounts', async () => {
    const { current } = await truthOf([first], 9);
    const both = await truthOf([first, second], 7);

    const nine = await card('engagement-rate', [first], 9);
    const together = await card('engagement-rate', [first, second], 7);

    expect(nine.current).toBeCloseTo(
      (sum(current, (day) => day.totalInteractions) / sum(current, (day) => day.reach)) * 100,
      8,
    );
    expect(together.current).toBeCloseTo(
      (sum(both.current, (day) => day.totalInteractions) / sum(both.current, (day) => day.reach)) * 100,
      8,
    );
    expect([nine.isApprox, together.isApprox]).toEqual([true, true]);
  });

  it('show followers at the end of both periods, and their growth, exactly', async () => {
    const { current, previous } = await truthOf([first, second], 7);
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

  it('show conversion, engaged audience and virality by their definitions', async () => {
    const { current } = await truthOf([first], 9);
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

    expect((await card('conversion-rate', [first], 9)).current).toBeCloseTo((follows / strangers) * 100, 8);
    expect((await card('engaged-audience', [first], 9)).current).toBeCloseTo(
      (sum(current, (day) => day.accountsEngaged) / (current.at(-1)?.followersEnd ?? 0)) * 100,
      8,
    );
    expect((await card('virality-score', [first], 9)).current).toBeCloseTo(score, 8);
  });

  it('are exact for one account and one day, and approximate where days are missing', async () => {
    expect((await card('conversion-rate', [first], 1)).isApprox).toBe(false);
    const beforeTheStart = await card('engagement-rate', [first], 30, addDays(yesterday, -720));
    expect(beforeTheStart.isApprox).toBe(true);
    expect(beforeTheStart.series.some(({ value }) => value === null)).toBe(true);
  });
});

describe('the breakdown', () => {
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

  it('shows views whole and in their parts', async () => {
    const { current } = await truthOf([first, second], 7);

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

  it('shows the reach of one account as Instagram counts it, and its parts as approximate', async () => {
    const answer = await ask('reach', [first], 28);

    expect(answer.value).toBe((await trueWindow(app, first.id, yesterday, 28)).reach);
    expect(answer.isApprox).toBe(false);
    expect(answer.breakdowns.every(({ isApprox }) => isApprox)).toBe(true);
    expect((await ask('reach', [first, second], 28)).isApprox).toBe(true);
  });

  it('shows interactions by kind', async () => {
    const { current } = await truthOf([first], 7);

    const answer = await ask('total_interactions', [first], 7);

    expect(answer.value).toBe(sum(current, (day) => day.totalInteractions));
    expect(cell(answer, 'LIKES')).toBe(sum(current, (day) => day.likes));
    expect(cell(answer, 'SHARES')).toBe(sum(current, (day) => day.shares));
  });
});

it('shows a series for each account, day by day, with a gap where nothing is stored', async () => {
  const from = addDays(yesterday, -3);
  const answer = await client.call(getTimeseries, {
    params: { metric: 'views' },
    body: { startDate: start(from), endDate: end(addDays(yesterday, 2)), accountIds: [first.id, second.id] },
  });

  for (const account of [first, second]) {
    const truth = await trueDays(app, account.id, from, yesterday);
    expect(answer.perAccount[account.id]?.slice(0, 4)).toEqual(
      truth.map(({ day, views }) => ({ date: day, value: views })),
    );
    expect(answer.perAccount[account.id]?.at(-1)).toEqual({ date: addDays(yesterday, 2), value: null });
  }
});

describe('the posts grid', () => {
  const ask = (
    change: {
      page?: number;
      pageSize?: number;
      field?: 'timestamp' | 'reachTotal' | 'engagementRate' | 'viralityScore';
      sort?: 'asc' | 'desc';
      query?: string;
      mode?: 'combined' | 'published' | 'active';
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
        },
        platform: 'instagram_media',
        accountIds: [first.id, second.id],
      },
    });
  const published = async () =>
    (await Promise.all([first, second].map(({ id }) => trueMedia(app, id))))
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

  it('says how many there are also on a page beyond the last', async () => {
    const { rows, totalRowCount } = await ask({ page: 1000 });

    expect(rows).toEqual([]);
    expect(totalRowCount).toBe((await published()).length);
  });

  it('shows a post once that was published in the range and gained in it', async () => {
    const { rows, totalRowCount } = await ask({ mode: 'combined', pageSize: 200 });

    const both = await ask({ mode: 'active', pageSize: 200 });
    const ids = rows.map(({ id }) => id);
    expect(both.rows.some(({ id }) => ids.includes(id))).toBe(true);
    expect(new Set(ids).size).toBe(ids.length);
    expect(totalRowCount).toBeGreaterThanOrEqual(both.totalRowCount);
    expect(totalRowCount).toBeLessThanOrEqual(both.totalRowCount + (await published()).length);
  });

  it('shows each post’s own figures', async () => {
    const truth = new Map((await published()).map((media) => [media.id, media]));

    const { rows } = await ask({ pageSize: 50, field: 'timestamp', sort: 'asc' });

    expect(rows).toHaveLength(50);
    for (const row of rows) {
      const totals = truth.get(row.id)?.totals;
      if (!totals) throw new Error(`${row.id} is not in the world`);
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

  it.each(['reachTotal', 'engagementRate', 'viralityScore'] as const)(
    'sorts by %s both ways over all pages',
    async (field) => {
      const down = (await ask({ field, pageSize: 200 })).rows.map((row) => row[field]);
      const up = (await ask({ field, sort: 'asc', pageSize: 200 })).rows.map((row) => row[field]);

      expect(down).toEqual(down.toSorted((a, b) => b - a));
      expect(up).toEqual(up.toSorted((a, b) => a - b));
    },
  );

  it('searches captions to the letter, whatever the case; signs of a pattern mean themselves', async () => {
    const word =
      (await published()).find(({ caption }) => /[a-z]{6}/.test(caption ?? ''))?.caption?.match(/[a-z]{6}/)?.[0] ?? '';
    const expected = (await published()).filter(({ caption }) => (caption ?? '').toLowerCase().includes(word)).length;

    expect((await ask({ query: ` ${word.toUpperCase()} ` })).totalRowCount).toBe(expected);
    expect((await ask({ query: '%' })).totalRowCount).toBe(
      (await published()).filter(({ caption }) => caption?.includes('%')).length,
    );
    expect((await ask({ query: String.raw`%' OR '1'='1` })).totalRowCount).toBe(0);
  });

  it('tells published from active', async () => {
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
  ])('refuses a query it does not know: %j', async (grid) => {
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

describe('somebody else’s account', () => {
  const period = { cStart: start(yesterday), cEnd: end(yesterday), pStart: start(yesterday), pEnd: end(yesterday) };

  it('answers as one that does not exist, and spoils the whole call', async () => {
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

  it('counts an id that is named twice once', async () => {
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
])('refuses %s and names the field', async (_, change) => {
  const body = { startDate: start(yesterday), endDate: end(yesterday), accountIds: [first.id], ...change };
  const answer = await fetch(`${app.url}/api/v1/metrics/breakdown/views`, {
    method: 'POST',
    headers: { authorization: `Bearer ${client.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

  expect(answer.status).toBe(400);
  expect(JSON.stringify(await answer.json())).toContain(Object.keys(change)[0]);
});

it('lists linked accounts with what the panel shows of them', async () => {
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
