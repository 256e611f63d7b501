import { addDays, cardMetrics } from '@tidemark/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { askCard, judgeAccountFigures, judgeBreakdown, judgeCard, type Judged } from '../../../test/judge-overview.ts';
import { judgeAudience } from '../../../test/judge-audience.ts';
import { judgeAggregate, judgePosts } from '../../../test/judge-posts.ts';
import { createTestClock, untilQuiet } from '../../../test/passing-time.ts';
import { startTestApp, type TestApp } from '../../../test/start-test-app.ts';
import type { TestClient } from '../../../test/test-client.ts';
import { type DayRange, listDays, trueCard, Truth } from '../../../test/true-figures.ts';
import { Verdicts } from '../../../test/verdicts.ts';
import { listWorldAccounts, connect } from '../../../test/world.ts';

/** The history contains both clock changes of 2026: 8 March and 1 November. */
const time = createTestClock(new Date('2026-11-21T18:00:00Z'));
const today = '2026-11-21';
const yesterday = addDays(today, -1);
const owner = 'olu@sandbox.test';

let app: TestApp;
let client: TestClient;
let truth: Truth;
let ids: string[];

beforeAll(async () => {
  app = await startTestApp({
    clock: time.clock,
    pollIntervalSeconds: 0.1,
    sandboxOptions: {
      clock: time.right,
      dayZone: 'America/Los_Angeles',
      crowd: { owner: 'olu', accounts: 25, days: 400 },
      anchor: today,
    },
  });
  client = await app.withPlan(owner, 'agency');
  await connect(app, client, owner);
  ids = (await listWorldAccounts(app, owner))
    .filter(({ username }) => username.startsWith('crowd.'))
    .map(({ id }) => id);
  for (const id of ids) await client.link(id);
  await untilQuiet(app, time, 170_000);
  await useUpWindowRequests(ids);
  truth = new Truth(app);
}, 180_000);
afterAll(() => app.close());

/** Uses up the hourly window requests so that no window arrives between two requests. */
async function useUpWindowRequests(accounts: string[]) {
  await app.db
    .insertInto('window_request')
    .values(
      accounts.flatMap((account_id) =>
        Array.from({ length: 20 }, (_, index) => ({
          account_id,
          end_day: addDays('2020-01-01', index),
          days: 2,
          requested_at: time.now(),
          fetched_at: time.now(),
        })),
      ),
    )
    .execute();
}

const lastDays = (days: number): DayRange => ({ from: addDays(yesterday, 1 - days), to: yesterday });
const ranges: [string, DayRange][] = [
  ...[1, 7, 28, 30, 31, 90, 365].map((days): [string, DayRange] => [`${days} days`, lastDays(days)]),
  ['the clock change of spring', { from: '2026-03-01', to: '2026-03-14' }],
  ['the clock change of autumn', { from: '2026-10-26', to: '2026-11-08' }],
];

/** Every range for one account, and some for several: `npm run test:all` combines everything. */
const rangesOfSeveral = ['7 days', '90 days', 'the clock change of autumn'];
const listRanges = (count: number) =>
  count === 1 || process.env['TEST_ALL'] ? ranges : ranges.filter(([name]) => rangesOfSeveral.includes(name));

describe.each([1, 3, 25])('metrics of %i accounts', (count) => {
  it.each(listRanges(count))(
    'account metrics match the true values or are marked as approximate over %s',
    async (_, range) => {
      const verdicts = new Verdicts();

      await judgeAccountFigures({ client, truth, verdicts, accounts: ids.slice(0, count), range, today });

      expect(verdicts.report).toEqual([]);
      expect(verdicts.exact).toBeGreaterThan(0);
    },
  );

  it.each(listRanges(count))(
    'post metrics match the true values or are marked as approximate over %s',
    async (_, range) => {
      const verdicts = new Verdicts();
      const judged = { client, truth, verdicts, accounts: ids.slice(0, count), range, today };

      await judgePosts(judged);
      await judgeAggregate(judged);
      await judgeAudience({ ...judged, app });

      expect(verdicts.report).toEqual([]);
    },
  );
});

it('metrics are exact if Instagram counted a single account itself', async () => {
  const verdicts = new Verdicts();

  for (const days of [1, 7, 28, 30])
    for (const metric of cardMetrics) {
      const judged = { client, truth, verdicts, accounts: ids.slice(0, 1), range: lastDays(days), today };
      verdicts.equal(`${metric} of ${days} days`, (await judgeCard(judged, metric)).approx, null);
    }

  expect(verdicts.report).toEqual([]);
});

describe('arbitrary ranges', () => {
  const anyRange = fc
    .record({ end: fc.nat(399), days: fc.integer({ min: 1, max: 400 }) })
    .map(({ end, days }): DayRange => ({ from: addDays(yesterday, 1 - end - days), to: addDays(yesterday, -end) }));

  it('metrics of any range match the true values or are marked as approximate with valid bounds', async () => {
    const verdicts = new Verdicts();

    await fc.assert(
      fc.asyncProperty(anyRange, fc.shuffledSubarray(ids, { minLength: 1 }), async (range, accounts) => {
        await judgeAccountFigures({ client, truth, verdicts, accounts, range, today });
        await judgePosts({ client, truth, verdicts, accounts, range, today });
        expect(verdicts.report).toEqual([]);
      }),
      { seed: 17, numRuns: 10, endOnFailure: true },
    );

    expect(verdicts.exact).toBeGreaterThan(100);
    expect(verdicts.bounded).toBeGreaterThan(40);
  });

  it('metrics of one account stay within bounds for up to two months of windows and days', async () => {
    const verdicts = new Verdicts();
    const shortRange = fc
      .record({ end: fc.nat(60), days: fc.integer({ min: 2, max: 62 }) })
      .map(({ end, days }): DayRange => ({ from: addDays(yesterday, 1 - end - days), to: addDays(yesterday, -end) }));

    await fc.assert(
      fc.asyncProperty(shortRange, fc.constantFrom(...ids), async (range, account) => {
        await judgeAccountFigures({ client, truth, verdicts, accounts: [account], range, today });
        expect(verdicts.report).toEqual([]);
      }),
      { seed: 17, numRuns: 25, endOnFailure: true },
    );

    expect(verdicts.bounded).toBeGreaterThan(40);
  });
});

describe('ranges ending today', () => {
  it.each([1, 3, 25])('ranges ending today are marked for %i accounts and compare only closed days', async (count) => {
    const verdicts = new Verdicts();

    for (const days of [1, 2, 7, 28, 90]) {
      const range = { from: addDays(today, 1 - days), to: today };
      const judged = { client, truth, verdicts, accounts: ids.slice(0, count), range, today };
      await judgeAccountFigures(judged);
      await judgePosts(judged);
      await judgeAggregate(judged);
      for (const metric of cardMetrics) {
        const { approx, comparison } = await askCard(judged, metric);
        verdicts.equal(`${metric} of ${days} days to today`, approx?.reasons.includes('day_not_closed'), true);
        verdicts.equal(`${metric} of ${days} days compares`, comparison.days, days - 1);
      }
    }

    expect(verdicts.report).toEqual([]);
  });
});

it('ranges starting before the first stored day are marked as approximate and have no comparison', async () => {
  const verdicts = new Verdicts();
  const first = (await listWorldAccounts(app, owner)).find(({ id }) => id === ids[0])?.insightsSince ?? '';

  for (const count of [1, 3, 25])
    for (const range of [
      { from: addDays(first, -20), to: addDays(first, 9) },
      { from: first, to: addDays(first, 6) },
    ]) {
      const judged = { client, truth, verdicts, accounts: ids.slice(0, count), range, today };
      await judgeAccountFigures(judged);
      for (const metric of cardMetrics) {
        const { previous, comparison, approx } = await askCard(judged, metric);
        verdicts.equal(`${metric} before the first day`, [previous, comparison.days], [null, 0]);
        verdicts.equal(`${metric} since`, comparison.noDataBefore, first);
        if (range.from < first && !metric.startsWith('follower'))
          verdicts.equal(`${metric} misses days`, approx?.reasons.includes('days_missing'), true);
      }
    }

  expect(verdicts.report).toEqual([]);
});

describe('requested windows', () => {
  const range: DayRange = { from: addDays(yesterday, -10), to: yesterday };

  it('requested windows make the same range exact', async () => {
    const accounts = ids.slice(4, 5);
    await app.db.deleteFrom('window_request').where('account_id', 'in', accounts).execute();
    const before = await askCard({ client, accounts, range }, 'engagement-rate');
    const after = await vi.waitUntil(
      async () => {
        const card = await askCard({ client, accounts, range }, 'engagement-rate');
        return card.isApprox ? null : card;
      },
      { timeout: 20_000, interval: 100 },
    );
    const verdicts = new Verdicts();
    const judged = { client, truth, verdicts, accounts, range, today };

    await judgeAccountFigures(judged);

    expect(before.isApprox).toBe(true);
    expect(after.current).toBeCloseTo(trueCard('engagement-rate', await truth.all(accounts, range)), 9);
    expect(await judgeBreakdown(judged, 'reach')).toMatchObject({ isApprox: false });
    expect(verdicts.report).toEqual([]);
  });

  it('windows are requested once each, at most twenty per account and hour', async () => {
    const [account = ''] = ids.slice(5, 6);
    const ordered = () =>
      app.db.selectFrom('window_request').select(['end_day', 'days']).where('account_id', '=', account).execute();
    const ask = async (days: number) => {
      const known = (await ordered()).length;
      await askCard(
        { client, accounts: [account], range: { from: addDays(yesterday, 1 - days), to: yesterday } },
        'engagement-rate',
      );
      return known;
    };
    await app.db.deleteFrom('window_request').where('account_id', '=', account).execute();

    for (const days of [9, 9, 9]) await ask(days);
    await vi.waitUntil(async () => (await ordered()).length === 2);
    for (const days of [2, 3, 4, 5, 6, 8, 10, 11, 12, 13, 15, 16]) {
      const known = await ask(days);
      if (known < 20) await vi.waitUntil(async () => (await ordered()).length > known);
    }
    await untilQuiet(app, time);

    expect(await ordered()).toHaveLength(20);
  });
});

describe('incomplete days', () => {
  it('missing days are marked as approximate', async () => {
    const verdicts = new Verdicts();
    const [account = ''] = ids.slice(0, 1);
    const gone = [addDays(yesterday, -5), addDays(yesterday, -4), addDays(yesterday, -40)];
    await app.db.deleteFrom('account_day').where('account_id', '=', account).where('day', 'in', gone).execute();
    const isMissing = (id: string, day: string) => id === account && gone.includes(day);

    for (const count of [1, 3, 25])
      for (const days of [7, 9, 28, 90]) {
        const judged = {
          client,
          truth,
          verdicts,
          accounts: ids.slice(0, count),
          range: lastDays(days),
          today,
          isMissing,
        };
        await judgeAccountFigures(judged);
        const { approx } = await judgeCard(judged, 'conversion-rate');
        verdicts.equal(`${count} accounts, ${days} days`, approx?.reasons.includes('days_missing'), true);
      }

    expect(verdicts.report).toEqual([]);
  });

  it.each([1, 0])('days fetched with rule %i are marked because they may include an extra day', async (rule) => {
    const verdicts = new Verdicts();
    const accounts = ids.slice(7 + rule, 8 + rule);
    const old = { from: addDays(yesterday, -20), to: addDays(yesterday, -3) };
    await app.db
      .updateTable('account_day')
      .set(({ eb }) => ({
        window_rule: rule,
        views: eb('views', '+', 7),
        interactions: eb('interactions', '+', 7),
        engaged: eb('engaged', '+', 7),
        reach_non_follower: eb('reach_non_follower', '+', 7),
      }))
      .where('account_id', 'in', accounts)
      .where('day', 'in', listDays(old))
      .execute();

    for (const range of [
      { from: old.from, to: old.from },
      { from: old.from, to: addDays(old.from, 9) },
      lastDays(28),
      lastDays(90),
    ]) {
      const judged: Judged = { client, truth, verdicts, accounts, range, today };
      for (const metric of ['engagement-rate', 'engaged-audience', 'conversion-rate'] as const) {
        const { isApprox, approx, current } = await askCard(judged, metric);
        verdicts.judge(
          `${metric} from ${range.from}`,
          { isApprox, approx, shown: current },
          trueCard(metric, await truth.all(accounts, range)),
        );
      }
      for (const metric of ['views', 'total_interactions'] as const) {
        const { approx } = await judgeBreakdown(judged, metric);
        verdicts.equal(`${metric} from ${range.from}`, approx?.reasons, ['outdated_window']);
      }
    }

    expect(verdicts.wrong.filter((line) => !line.includes('adds up'))).toEqual([]);
  });
});
