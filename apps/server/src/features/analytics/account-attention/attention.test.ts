import {
  type AccountAttention,
  addDays,
  getAccountAttention,
  getMetricCard,
  getUsualChanges,
} from '@tidemark/contract';
import { findUnusualChanges, headlineMetrics, toUsualPercent } from '@tidemark/contract/unusual-changes';
import { describe, expect, it } from 'vitest';
import { app, client, end, first, second, setUpTwoAccounts, start, yesterday } from '../two-accounts.fixtures.ts';

setUpTwoAccounts();

const ids = () => [first.id, second.id];
const from = addDays(yesterday, -6);
const range = { cStart: start(from), cEnd: end(yesterday) };
const weekBefore = { pStart: start(addDays(from, -7)), pEnd: end(addDays(from, -1)) };

async function ask(comparison: object = weekBefore): Promise<Map<string, AccountAttention>> {
  const { accounts } = await client.call(getAccountAttention, {
    body: { ...range, ...comparison, accountIds: ids() },
  });
  return new Map(accounts.map((account) => [account.accountId, account]));
}

/** What the headline of an account's own page ranks. */
async function headlineOf(accountId: string) {
  const cards = await Promise.all(
    headlineMetrics.map((metric) =>
      client.call(getMetricCard, {
        params: { metric },
        body: { ...range, ...weekBefore, accountIds: [accountId] },
      }),
    ),
  );
  const usual = await client.call(getUsualChanges, {
    body: { startDate: range.cStart, endDate: range.cEnd, accountIds: [accountId] },
  });
  const changes = headlineMetrics.map((metric, at) => ({ metric, ...cards[at]! }));
  return { usual, unusual: findUnusualChanges(changes, usual) ?? [] };
}

describe('what is unusual about accounts', () => {
  it('is what the headlines of their own pages say', async () => {
    // The second account lost nearly all its views.
    await app.db
      .updateTable('account_day')
      .set({ views: 5 })
      .where('account_id', '=', second.id)
      .where('day', '>=', from)
      .execute();

    const accounts = await ask();

    for (const id of ids()) {
      const { usual, unusual } = await headlineOf(id);
      expect(accounts.get(id)?.unusual).toEqual(
        unusual.map(({ metric, percent, difference }) => ({
          metric,
          percentChange: percent,
          change: difference,
          usual: toUsualPercent({ metric, percent }, usual),
        })),
      );
    }
    const [fall] = accounts.get(second.id)?.unusual ?? [];
    expect(fall?.percentChange).toBeLessThan(-90);
    expect(fall?.usual).toBeLessThan(90);
  });

  it('has no usual size beside other periods than the one before', async () => {
    const lastYear = { pStart: start(addDays(from, -364)), pEnd: end(addDays(yesterday, -364)) };

    const changes = [...(await ask(lastYear)).values()].flatMap(({ unusual }) => unusual);

    expect(changes.length).toBeGreaterThan(0);
    expect(changes.map(({ usual }) => usual)).toEqual(changes.map(() => null));
  });

  it('includes a pause that its posting makes improbable', async () => {
    expect((await ask()).get(first.id)?.pauseDays).toBeNull();
    const lastPost = addDays(yesterday, -45);
    await app.db
      .updateTable('media')
      .set({ published_day: lastPost })
      .where('account_id', '=', first.id)
      .where('published_day', '>', lastPost)
      .where('product_type', '<>', 'STORY')
      .execute();

    const accounts = await ask();

    expect(accounts.get(first.id)?.pauseDays).toBe(45);
    expect(accounts.get(second.id)?.pauseDays).toBeNull();
  });

  it('is missing, not zero, without data', async () => {
    const { accounts } = await client.call(getAccountAttention, {
      body: { cStart: start('2015-01-25'), cEnd: end('2015-01-31'), accountIds: [first.id] },
    });

    expect(accounts).toMatchObject([{ hasData: false, unusual: [], pauseDays: null }]);
  });

  it('is not told to strangers', async () => {
    const stranger = await app.withPlan('theo@sandbox.test', 'starter');

    await expect(
      stranger.call(getAccountAttention, { body: { ...range, accountIds: [first.id] } }),
    ).rejects.toMatchObject({ code: 'account_not_found' });
  });
});
