import {
  type BestTime,
  createLabel,
  getBestTime,
  getMediaActivity,
  labelPosts,
  type TimedFormat,
} from '@tidemark/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createHourOfWeek } from '../../../../test/hour-of-week.ts';
import { startTestApp, type TestApp } from '../../../../test/start-test-app.ts';
import type { TestClient } from '../../../../test/test-client.ts';
import { startSynced, trueMedia, type WorldAccount } from '../../../../test/world.ts';

const hour = 3_600_000;
const dayZone = 'America/Phoenix';
let app: TestApp;
let client: TestClient;
let account: WorldAccount;

beforeAll(async () => {
  app = await startTestApp({ sandboxOptions: { dayZone } });
  ({ client, account } = await startSynced(app, 'maya@sandbox.test', { account: 1 }));
});
afterAll(() => app.close());

const ask = (timeZone: string, format: TimedFormat | null = null): Promise<BestTime> =>
  client.call(getBestTime, { body: { accountId: account.id, timeZone, format } });

it.each(['UTC', 'Asia/Kolkata', 'America/Los_Angeles'])(
  'counts posts by hour of the week in %s, without stories and the last 48 hours',
  async (timeZone) => {
    const toHourOfWeek = createHourOfWeek(timeZone);
    const [from, to] = [Date.now() - 26 * 7 * 24 * hour, Date.now() - 48 * hour];
    const media = await trueMedia(app, account.id);
    const expected = media.filter(({ kind, publishedAt }) => {
      const at = Date.parse(publishedAt);
      return kind !== 'story' && at >= from && at <= to;
    });

    const { posts, hours, series } = await ask(timeZone);

    expect(series).toEqual([]);
    expect(posts).toBe(expected.length);
    expect(posts).toBeGreaterThan(20);
    for (const [index, { posts: there }] of (hours ?? []).entries())
      expect(there).toBe(expected.filter(({ publishedAt }) => toHourOfWeek(publishedAt) === index).length);
  },
);

it('counts only posts of the requested format', async () => {
  const counts = await Promise.all(
    (['reel', 'carousel', 'static'] as const).map(async (format) => (await ask('UTC', format)).posts),
  );

  expect(counts.every((count) => count > 0)).toBe(true);
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe((await ask('UTC')).posts);
});

it('reports how many posts were measured around 48 hours and how many use a later total', async () => {
  const published = new Date(Date.now() - 40 * 24 * hour).toISOString();
  const old = (await trueMedia(app, account.id)).filter(
    ({ kind, publishedAt }) => kind !== 'story' && publishedAt < published,
  );
  const [around, early] = old;
  const measure = (mediaId: string, hours: number) => ({
    account_id: account.id,
    media_id: mediaId,
    age_minutes: hours * 60,
    measured_at: new Date(Date.now() - 24 * hour),
    interactions: 100 + hours,
  });
  const { posts } = await ask('UTC');
  await app.db
    .insertInto('media_measurement')
    .values([measure(around!.id, 40), measure(around!.id, 60), measure(early!.id, 40)])
    .execute();

  const { basis } = await ask('UTC');
  await app.db
    .deleteFrom('media_measurement')
    .where('measured_at', '<', new Date(Date.now() - 23 * hour))
    .execute();
  const without = await ask('UTC');

  expect(basis.measured).toBe(without.basis.measured + 1);
  expect(basis.measured + basis.lifetime).toBe(posts);
});

it('reports the number of posts if it is too small', async () => {
  await app.db
    .updateTable('media')
    .set({ product_type: 'STORY' })
    .where('account_id', '=', account.id)
    .where('media_type', '=', 'CAROUSEL_ALBUM')
    .execute();

  expect(await ask('UTC', 'carousel')).toMatchObject({ posts: 0, hours: null, suggestions: [] });
});

it('excludes posts with a label always published at one hour, for its user only', async () => {
  const { rows } = await sql<{ media_id: string; day: number }>`
    update media set published_at = date_trunc('week', published_at) + interval '3 days 18 hours', caption = ''
    where account_id = ${account.id} and media_id in (
      select media_id from media where account_id = ${account.id} and product_type = 'REELS' and interactions is not null
        and published_at between now() - interval '20 weeks' and now() - interval '2 weeks'
      order by published_at limit 6)
    returning media_id`.execute(app.db);
  const { id } = await client.call(createLabel, { body: { name: 'Talk', color: 'red', rule: null } });
  const posts = rows.map(({ media_id: mediaId }) => ({ accountId: account.id, mediaId }));
  await client.call(labelPosts, { params: { id }, body: { posts, labelled: true } });

  const { series } = await ask('UTC');

  expect(series).toEqual([{ name: 'Talk', weekday: 4, hour: 18, posts: 6 }]);
});

beforeEach(() => app.db.deleteFrom('online_followers').execute());

it('returns the average of followers online in the viewer’s hours', async () => {
  const days = [0, 1].map((index) => ({
    account_id: account.id,
    day: recentTuesday(index),
    hours: Array.from({ length: 24 }, (_, at) => (at === 20 ? null : (index + 1) * 100 + at)),
    fetched_at: new Date(),
  }));
  await app.db.insertInto('online_followers').values(days).execute();

  const { online } = await ask('Asia/Tokyo');

  // Tuesday 0:00 in Phoenix is Tuesday 16:00 in Tokyo.
  expect(online?.days).toBe(2);
  expect(online?.followers[2 * 24 + 16]).toBe(150);
  expect(online?.followers[3 * 24 + 0]).toBe(158);
  expect(online?.followers[3 * 24 + 12]).toBeNull();
  expect(online?.followers.filter((followers) => followers !== null)).toHaveLength(23);
});

it('gives the same answer as the audience panel if posts are inconclusive', async () => {
  const hours = Array.from({ length: 24 }, (_, at) => (at === 20 ? 900 : 100));
  const row = { account_id: account.id, day: recentTuesday(0), hours, fetched_at: new Date() };
  await app.db.insertInto('online_followers').values(row).execute();
  const body = {
    isoStart: new Date(Date.now() - 7 * 24 * hour).toISOString(),
    isoEnd: new Date().toISOString(),
    accountIds: [account.id],
    platform: 'instagram_account' as const,
    timeZone: 'UTC',
  };

  const { answer } = await ask('UTC', 'carousel');
  const { followersPeak } = await client.call(getMediaActivity, { body });

  // Tuesday 20:00 in Phoenix is Wednesday 3:00 in UTC.
  expect(followersPeak).toEqual({ weekday: 3, hour: 3 });
  expect(answer).toEqual({ level: 'followers_online', ...followersPeak });
});

it('reports that Instagram provides no online followers', async () => {
  expect((await ask('UTC')).online).toBeNull();
});

it('rejects unknown time zones and other users’ accounts', async () => {
  await expect(ask('Mars/Olympus')).rejects.toMatchObject({ status: 400 });
  const stranger = await app.as('cal@sandbox.test');
  await expect(
    stranger.call(getBestTime, { body: { accountId: account.id, timeZone: 'UTC', format: null } }),
  ).rejects.toMatchObject({ status: 404 });
});

/** Returns a recent Tuesday, newest first. */
function recentTuesday(weeksAgo: number): string {
  const today = new Date();
  const back = ((today.getUTCDay() + 5) % 7 || 7) + 7 * weeksAgo;
  return new Date(today.getTime() - back * 24 * hour).toISOString().slice(0, 10);
}
