import {
  addDays,
  columnsType,
  getBreakdown,
  getMetricCard,
  getTimeseries,
  getUsualChanges,
  listAccounts,
} from '@tidemark/contract';
import { toTimeseries } from '@tidemark/contract/day-columns';
import { describe, expect, it } from 'vitest';
import { trueDays, trueWindow, type WorldAccount } from '../../../test/world.ts';
import {
  app,
  client,
  end,
  first,
  getTruth,
  second,
  start,
  sum,
  setUpTwoAccounts,
  yesterday,
} from './two-accounts.fixtures.ts';

setUpTwoAccounts();

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
      const changes = values.slice(0, -1).map((value, week) => {
        const ratio = value / (values[week + 1] ?? NaN);
        return (Math.max(ratio, 1 / ratio) - 1) * 100;
      });
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

  it("rejects another user's account", async () => {
    const stranger = await app.withPlan('theo@sandbox.test', 'starter');

    await expect(
      stranger.call(getUsualChanges, {
        body: { startDate: start(yesterday), endDate: end(yesterday), accountIds: [first.id] },
      }),
    ).rejects.toMatchObject({ code: 'account_not_found' });
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

  it('puts the requested table first, if the metric has it', async () => {
    const keys = async (dimension?: 'follow_type' | 'interaction_type') => {
      const body = { startDate: start(addDays(yesterday, -6)), endDate: end(yesterday), accountIds: [first.id] };
      const { breakdowns } = await client.call(getBreakdown, {
        params: { metric: 'views' },
        body: { ...body, ...(dimension && { dimension }) },
      });
      return breakdowns.flatMap(({ dimensionKeys }) => dimensionKeys);
    };

    expect(await keys()).toEqual(['media_product_type', 'follow_type']);
    expect(await keys('follow_type')).toEqual(['follow_type', 'media_product_type']);
    expect(await keys('interaction_type')).toEqual(['media_product_type', 'follow_type']);
  });

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

  it("shows an account's exact reach from Instagram and marks its parts as approximate", async () => {
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

it.each([
  ['alone', '/metrics/account/timeseries/views', (body: object) => body],
  [
    'in a batch',
    '/batch',
    (body: object) => ({ calls: [{ method: 'POST', path: '/metrics/account/timeseries/views', body }] }),
  ],
])('shows the same series in columns to a request that accepts them, %s', async (_, path, toBody) => {
  const at = { startDate: start(addDays(yesterday, -9)), endDate: end(addDays(yesterday, 1)) };
  const compared = { pStart: start(addDays(yesterday, -400)), pEnd: end(addDays(yesterday, -390)) };
  const body = { ...at, ...compared, accountIds: [second.id, first.id] };

  const response = await fetch(`${app.url}/api/v1${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${client.token}`,
      accept: `application/json, ${columnsType}`,
    },
    body: JSON.stringify(toBody(body)),
  });
  const text = (await response.text()).replace('\u001e', '');
  const answer = JSON.parse(text).body ?? JSON.parse(text);

  expect(answer.columns.perAccount[first.id].values).toHaveLength(11);
  expect(answer.columns.perAccount[first.id].open).toEqual([10]);
  expect(toTimeseries(answer)).toEqual(await client.call(getTimeseries, { params: { metric: 'views' }, body }));
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

  it('counts repeated account IDs once', async () => {
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
