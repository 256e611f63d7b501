import {
  addDays,
  type AppComparisonInput,
  createAppComparison,
  deleteAppComparison,
  downloadAppReport,
  downloadFullAppReport,
  listAllAppComparisons,
  listAppComparisons,
  maxAppComparisonsPerUser,
} from '@tidemark/contract';
import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import type { TestClient } from '../../../../test/test-client.ts';
import { connect, getWorldAccount, trueDays, trueWindow, type WorldDay } from '../../../../test/world.ts';
import { app, client, dayZone, first, second, setUpTwoAccounts, sum, yesterday } from '../two-accounts.fixtures.ts';

setUpTwoAccounts();

let stranger: TestClient;
let operator: TestClient;
beforeAll(async () => {
  stranger = await app.withPlan('theo@sandbox.test', 'starter');
  operator = await app.as('olu@sandbox.test');
});
beforeEach(() => app.db.deleteFrom('app_comparison').execute());

/** Long enough ago that Instagram no longer revises it. */
const day = addDays(yesterday, -9);

const compare = (typed: Partial<AppComparisonInput>) =>
  client.call(createAppComparison, {
    body: { accountId: first.id, from: day, to: day, timeZone: dayZone, ...typed },
  });
const list = (accountId = first.id) => client.call(listAppComparisons, { query: { accountId } });

async function trueDay(on = day): Promise<WorldDay> {
  const [only] = await trueDays(app, first.id, on, on);
  if (!only) throw new Error('The sandbox has no such day');
  return only;
}

async function download(by: TestClient, path: string) {
  const answer = await fetch(`${app.url}/api/v1${path}`, { headers: { authorization: `Bearer ${by.token}` } });
  return { status: answer.status, name: answer.headers.get('content-disposition'), text: await answer.text() };
}

it("matches Instagram's count for a day", async () => {
  const { reach, views } = await trueDay();

  const { differences } = await compare({ reach, views });

  const exact = { isApprox: false, approx: null };
  expect(differences).toEqual([
    { metric: 'reach', app: reach, tidemark: { value: reach, ...exact }, difference: 0, cause: 'matches' },
    { metric: 'views', app: views, tidemark: { value: views, ...exact }, difference: 0, cause: 'matches' },
  ]);
});

it('counts unique people of a week once, and recognises a sum of days', async () => {
  const from = addDays(yesterday, -6);
  const { reach } = await trueWindow(app, first.id, yesterday, 7);
  const summed = sum(await trueDays(app, first.id, from, yesterday), (one) => one.reach);

  const { differences } = await compare({ from, to: yesterday, reach: summed });

  expect(summed).toBeGreaterThan(reach * 1.01);
  expect(differences).toEqual([
    {
      metric: 'reach',
      app: summed,
      tidemark: { value: reach, isApprox: false, approx: null },
      difference: summed - reach,
      cause: 'sum_of_days',
    },
  ]);
});

it("recognises the previous day's number", async () => {
  const on = addDays(day, -10);
  const { views } = await trueDay(addDays(on, -1));
  await app.db
    .updateTable('account_day')
    .set({ views: views * 2 })
    .where('day', '=', on)
    .execute();

  const { differences } = await compare({ from: on, to: on, views });

  expect(differences[0]).toMatchObject({ difference: -views, cause: 'one_day_off' });
});

it('recognises the share from ads', async () => {
  const on = addDays(day, -20);
  await app.db.updateTable('account_day').set({ views: 900, views_ad: 400 }).where('day', '=', on).execute();

  const { differences } = await compare({ from: on, to: on, views: 500 });

  expect(differences[0]).toMatchObject({ difference: -400, cause: 'advertising' });
});

it('adds up new followers, unless a day has no data', async () => {
  const [from, to] = [addDays(day, -2), day];
  await app.db
    .updateTable('account_day')
    .set({ new_followers: 5 })
    .where('day', '>=', from)
    .where('day', '<=', to)
    .execute();
  const whole = await compare({ from, to, newFollowers: 15 });
  await app.db.updateTable('account_day').set({ new_followers: null }).where('day', '=', to).execute();

  const partial = await compare({ from, to, newFollowers: 15 });

  expect(whole.differences[0]).toMatchObject({ tidemark: { value: 15, isApprox: false }, cause: 'matches' });
  expect(partial.differences[0]).toMatchObject({ tidemark: null, difference: null, cause: 'no_value' });
});

it('marks the current day as approximate and subject to revision', async () => {
  const today = addDays(yesterday, 1);

  const { differences } = await compare({ from: today, to: today, views: 999_999_999 });

  expect(differences[0]?.cause).toBe('still_revised');
  expect(differences[0]?.tidemark?.approx?.reasons).toContain('day_not_closed');
});

it("lists an account's comparisons, newest first, and deletes one", async () => {
  const older = await compare({ reach: 1 });
  const newer = await compare({ reach: 2 });
  await compare({ reach: 3, accountId: second.id });
  expect(await list()).toEqual({ comparisons: [newer, older] });

  await client.call(deleteAppComparison, { params: { id: newer.id } });

  expect(await list()).toEqual({ comparisons: [older] });
});

it('hides comparisons from other users, even of the same account', async () => {
  const { id, accountId } = await compare({ reach: 1 });
  const { id: own } = await getWorldAccount(app, 'theo@sandbox.test');
  await connect(app, stranger, 'theo@sandbox.test');
  await stranger.link(own);
  const { user } = await stranger.load();
  await sql`insert into account_ref (user_id, account_id, type, linked_at)
    values (${user._id}, ${accountId}, 'instagram_account', now())`.execute(app.db);

  expect(await stranger.call(listAppComparisons, { query: { accountId } })).toEqual({ comparisons: [] });
  await expect(stranger.call(deleteAppComparison, { params: { id } })).rejects.toMatchObject({ status: 404 });
  expect((await list()).comparisons).toHaveLength(1);
  await app.db.deleteFrom('account_ref').where('user_id', '=', user._id).execute();
});

it('rejects other users’ accounts', async () => {
  const query = { accountId: first.id };
  const body = { ...query, from: day, to: day, timeZone: 'UTC', reach: 1 };

  const missing = { status: 404, code: 'account_not_found' };
  await expect(stranger.call(listAppComparisons, { query })).rejects.toMatchObject(missing);
  await expect(stranger.call(createAppComparison, { body })).rejects.toMatchObject(missing);
  await expect(stranger.call(downloadAppReport, { query })).rejects.toMatchObject(missing);
});

it('opens the list and report across users to operators only', async () => {
  await expect(client.call(listAllAppComparisons, {})).rejects.toMatchObject({ status: 403 });
  await expect(client.call(downloadFullAppReport, {})).rejects.toMatchObject({ status: 403 });
});

it.each([
  ['to', { reach: 1, to: '2999-01-01', from: '2998-12-31' }],
  ['from', { reach: 1, from: addDays(day, -90) }],
  ['from', { reach: 1, from: addDays(day, 1) }],
  ['reach', {}],
  ['reach', { reach: 1.5 }],
  ['views', { views: -1 }],
  ['timeZone', { reach: 1, timeZone: 'Mars/Olympus' }],
])('names the field %s for %j', async (field, wrong) => {
  await expect(compare(wrong)).rejects.toMatchObject({
    status: 400,
    body: { error: { details: { fields: [{ field: `body.${field}` }] } } },
  });
});

it('accepts 90 days', async () => {
  expect(await compare({ reach: 1, from: addDays(day, -89) })).toMatchObject({ to: day });
});

it("rejects comparisons beyond a user's limit", async () => {
  const { user } = await client.load();
  await sql`insert into app_comparison (user_id, account_id, from_day, to_day, differences, tidemark_version, graph_version, created_at)
    select ${user._id}, ${first.id}, '2026-01-02', '2026-01-02', '[]', '1.0.0', 'v25.0', now()
    from generate_series(2, ${maxAppComparisonsPerUser})`.execute(app.db);
  await compare({ reach: 1 });

  await expect(compare({ reach: 1 })).rejects.toMatchObject({ status: 409, code: 'app_comparison_limit_reached' });
});

it('writes a report without names, IDs or dates', async () => {
  const { differences } = await compare({ from: addDays(day, -2), reach: 1, views: 2 });
  await compare({ reach: 3, accountId: second.id });

  const { name, text } = await download(client, `/app-comparisons/report?accountId=${first.id}`);

  expect(name).toContain('tidemark-compared-with-the-app.json');
  expect(JSON.parse(text)).toEqual({
    accountsNotIncluded: 1,
    comparisons: [
      {
        days: 3,
        endedDaysAgo: 10,
        tidemarkVersion: expect.any(String),
        graphVersion: expect.stringMatching(/^v\d+\.\d$/),
        differences,
      },
    ],
  });
  expect(text).not.toMatch(new RegExp(`${first.id}|${first.username}|\\d{4}-\\d{2}-\\d{2}`, 'i'));
});

it('shows operators all comparisons with numbered accounts', async () => {
  const one = await compare({ reach: 1, accountId: second.id });
  const two = await compare({ reach: 2 });
  const three = await compare({ reach: 3, accountId: second.id });

  const { comparisons, total } = await operator.call(listAllAppComparisons, {});
  const { text } = await download(operator, '/admin/app-comparisons/report');

  expect(total).toBe(3);
  expect(comparisons).toEqual(
    [three, two, one].map(({ id: _, accountId, ...rest }) => ({ account: accountId === second.id ? 1 : 2, ...rest })),
  );
  expect(JSON.stringify(comparisons)).not.toContain(first.id);
  expect(JSON.parse(text)).toMatchObject({ accountsNotIncluded: 0, comparisons: [{}, {}, {}] });
});
