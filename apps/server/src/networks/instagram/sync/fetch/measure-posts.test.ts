import { dayMillis } from '@tidemark/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { passTime } from '../../../../../test/passing-time.ts';
import { startFaultApp, type FaultApp } from '../../../../../test/faults.ts';
import { endedStories, listWorldAccounts, trueMedia, type WorldAccount } from '../../../../../test/world.ts';

const hour = 3_600_000;
const days = 6;
/** See the call budget: each further story is fetched once more. */
const callsAStory = 7;
let app: FaultApp;
let account: WorldAccount;
beforeAll(async () => {
  const crowd = { owner: 'ines' as const, accounts: 2, days: 90, followers: 5_000, postsPerWeek: 20, storiesPerDay: 3 };
  app = await startFaultApp({ start: new Date('2026-03-20T18:00:00Z'), sandboxOptions: { crowd } });
  const busy = (await listWorldAccounts(app, 'ines@sandbox.test')).find(({ username }) =>
    username.startsWith('crowd.'),
  );
  if (!busy) throw new Error('The sandbox has no crowd');
  account = busy;
  await app.begin(account);
}, 60_000);
afterAll(() => app.close());

const listMeasurements = () =>
  app.db
    .selectFrom('media_measurement')
    .selectAll()
    .where('account_id', '=', account.id)
    .orderBy('media_id')
    .orderBy('age_minutes')
    .execute();

it('makes at most 12 requests and 110 calls a day with three new posts', async () => {
  await app.listCalls(account);
  for (let day = 0; day < days; day += 1) {
    await passTime(app, app.time, new Date(app.time.now().getTime() + dayMillis));
    const { requests, calls } = await app.listCalls(account);
    const now = app.time.now().getTime();
    const ended = (await endedStories(app, account.id)).map(({ publishedAt }) => Date.parse(publishedAt) + dayMillis);
    const more = Math.max(0, ended.filter((end) => end > now - dayMillis && end <= now).length - 3);

    expect(requests).toBeLessThanOrEqual(12 + more);
    expect(calls).toBeLessThanOrEqual(110 + more * callsAStory);
  }
}, 120_000);

it('measures new posts several times in their first two days, mostly in the first two hours', async () => {
  const since = app.time.now().getTime() - (days - 1) * dayMillis;
  const old = app.time.now().getTime() - 2 * dayMillis;
  const rows = await listMeasurements();
  const posts = (await trueMedia(app, account.id)).filter(({ publishedAt }) => {
    const published = Date.parse(publishedAt);
    return published > since && published < old;
  });

  expect(posts.length).toBeGreaterThan(5);
  const firstAges = posts.map(({ id }) => rows.find((row) => row.media_id === id)?.age_minutes ?? Infinity);
  expect(firstAges.filter((age) => age <= 150).length / posts.length).toBeGreaterThan(0.5);
  for (const { id } of posts)
    expect(rows.filter((row) => row.media_id === id && row.age_minutes <= 60 * 60).length, id).toBeGreaterThan(3);
});

it('stores the totals Instagram reported at each age', async () => {
  const rows = await listMeasurements();
  const instants = [...new Set(rows.map((row) => row.measured_at.getTime()))].slice(-25);
  let compared = 0;
  for (const instant of instants) {
    const truth = new Map((await trueMedia(app, account.id, new Date(instant))).map((media) => [media.id, media]));
    for (const row of rows.filter(({ measured_at }) => measured_at.getTime() === instant)) {
      const media = truth.get(row.media_id);
      compared += 1;
      expect(row.age_minutes).toBe(Math.floor((instant - Date.parse(media?.publishedAt ?? '')) / 60_000));
      expect(row).toMatchObject({
        views: media?.totals.views,
        reach: media?.totals.reach,
        interactions: media?.totals.totalInteractions,
      });
    }
  }
  expect(compared).toBeGreaterThan(20);
});

it('reports no problem after a failed request and measures again later', async () => {
  const before = (await listMeasurements()).length;
  await app.strike(account, [{ fault: 'error', times: 1, params: { code: 2 }, match: { path: 'limit=50&since=' } }]);

  await passTime(app, app.time, new Date(app.time.now().getTime() + 10 * hour));
  const struck = await app.struck();
  await app.strike(null);

  expect(struck).toBe(1);
  expect((await app.getState(account)).problem).toBeNull();
  expect((await listMeasurements()).length).toBeGreaterThan(before);
}, 60_000);

it('stores no duplicates when a sync repeats, and verification finds no differences', async () => {
  await app.read(account);
  const before = await listMeasurements();
  await app.read(account);

  expect(await listMeasurements()).toEqual(before);
  const [report] = await app.verify({ accountId: account.id });
  expect(report).toMatchObject({ outcome: 'same', differences: [] });
});
