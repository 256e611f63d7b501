import {
  addDays,
  compareAccounts,
  comparedMetrics,
  getMetricCard,
  getTimeseries,
  listDays,
  type CardMetric,
} from '@tidemark/contract';
import { toUsualDays } from '@tidemark/presentation';
import { describe, expect, it } from 'vitest';
import { trueDays, trueWindow } from '../../../../test/world.ts';
import {
  app,
  card,
  client,
  end,
  first,
  second,
  start,
  sum,
  setUpTwoAccounts,
  yesterday,
} from '../two-accounts.fixtures.ts';

setUpTwoAccounts();

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
    // Instagram no longer knows who followed more than a year ago: followers on earlier days are unknown.
    expect(growth.previous).toBeNull();
  });

  it('has its own bounds if its unique people were not counted', async () => {
    // More days than Instagram counts as one window.
    const { reach } = await trueWindow(app, first.id, addDays(yesterday, -45), 45);

    const { previousApprox } = await card('reach', [first], 45);

    expect(previousApprox?.reasons).toContain('summed_people');
    expect(previousApprox?.lower).toBeLessThanOrEqual(reach);
    expect(previousApprox?.upper).toBeGreaterThanOrEqual(reach);
  });

  it('is optional; without it a card has no change', async () => {
    const compared = await ask('views', lastYear);

    expect(await ask('views', {})).toEqual({
      ...compared,
      previous: null,
      change: null,
      percentChange: null,
      changeState: 'none',
      changeBounds: null,
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

  it("has daily series beside the range's series, or none", async () => {
    const body = { startDate: start(from), endDate: end(yesterday), accountIds: [first.id] };
    const truth = await trueDays(app, first.id, addDays(from, -365), addDays(yesterday, -365));

    const compared = await client.call(getTimeseries, { params: { metric: 'views' }, body: { ...body, ...lastYear } });
    const alone = await client.call(getTimeseries, { params: { metric: 'views' }, body });

    expect(compared.previousPerAccount?.[first.id]).toEqual(
      truth.map(({ day, views }) => ({ date: day, value: views, isClosed: true })),
    );
    expect(alone).toEqual({ ...compared, previousPerAccount: null });
  });

  it('has what is usual for each day of all accounts together', async () => {
    const accountIds = [first.id, second.id];
    const body = { startDate: start(from), endDate: end(yesterday), accountIds };
    const before = await Promise.all(accountIds.map((id) => trueDays(app, id, addDays(from, -84), addDays(from, -1))));
    const totals = before[0]!.map(({ day, views }, index) => ({ date: day, value: views + before[1]![index]!.views }));

    const { usual } = await client.call(getTimeseries, { params: { metric: 'views' }, body });
    const long = { ...body, startDate: start(addDays(yesterday, -31)) };

    expect(usual).toEqual(toUsualDays(listDays(from, yesterday), totals));
    expect(usual).not.toContain(null);
    expect((await client.call(getTimeseries, { params: { metric: 'views' }, body: long })).usual).toBeNull();
  });

  it.each([
    ['one end only', { pStart: start(yesterday) }, 'pEnd'],
    ['ends in the wrong order', { pStart: start(yesterday), pEnd: end(addDays(yesterday, -1)) }, 'pStart'],
  ])('is rejected with %s, naming the field', async (_, comparison, field) => {
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

  it('match the values of their own cards', async () => {
    const { accounts } = await client.call(compareAccounts, { body: body([second.id, first.id]) });

    expect(accounts.map(({ accountId }) => accountId).toSorted()).toEqual([first.id, second.id].toSorted());
    const firstAccount = accounts.find(({ accountId }) => accountId === first.id);
    for (const metric of comparedMetrics) {
      const { series: _, ...own } = await card(metric, [first], 7);
      expect(firstAccount?.metrics[metric]).toEqual(own);
    }
  });

  it('cover the same closed days, even if synced at different times', async () => {
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

  it('show missing data instead of zero', async () => {
    const { accounts } = await client.call(compareAccounts, { body: body([first.id], '2015-01-31') });

    expect(accounts).toMatchObject([{ hasData: false, metrics: { views: { previous: null } } }]);
  });

  it('are rejected if one belongs to another user', async () => {
    const stranger = await app.withPlan('theo@sandbox.test', 'starter');

    await expect(stranger.call(compareAccounts, { body: body([first.id]) })).rejects.toMatchObject({
      code: 'account_not_found',
    });
  });
});
