import { addDays, addPeer, comparePeers, listAlerts } from '@tidemark/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../test/start-test-app.ts';
import { startSynced, trueMedia, worldToday } from '../../test/world.ts';
import { countWrongMeasurements } from '../features/sync/index.ts';
import { seedPast } from './seed-past.ts';

let app: TestApp;
beforeAll(async () => (app = await startTestApp()));
afterAll(() => app.close());

it('stores earlier measurements of posts and peers, and raises the alerts of the last weeks', async () => {
  const { client, account } = await startSynced(app, 'maya@sandbox.test');
  const accountId = account.id;
  const { user } = await client.load();
  await client.call(addPeer, { body: { accountId, username: 'maren.walks' } });
  const today = await worldToday(app);
  const measuredAt = new Date(Date.now() - 86_400_000).toISOString();
  const [post] = (await trueMedia(app, accountId)).filter(({ publishedAt }) => publishedAt < measuredAt);
  const counts = { views: 9, reach: 8, interactions: 7, likes: 6, comments: 1, saved: 0, shares: 0 };

  await seedPast(
    { db: app.db, clock: () => new Date(), dayZone: 'America/Los_Angeles' },
    {
      userId: user._id,
      posts: [
        { accountId, measuredAt, posts: [{ id: post?.id ?? '', publishedAt: post?.publishedAt ?? '', ...counts }] },
      ],
      peers: [
        { username: 'maren.walks', days: [{ day: addDays(today, -30), followers: 100, follows: 1, mediaCount: 2 }] },
      ],
    },
  );

  const { peers } = await client.call(comparePeers, { body: { accountId } });
  expect(peers[0]?.figures.history[0]).toMatchObject({ day: addDays(today, -30), followers: 100 });
  const { alerts, unread } = await client.call(listAlerts, undefined);
  expect(alerts.length).toBeGreaterThan(0);
  expect(unread).toBe(1);
  expect(alerts.every(({ createdAt, day }) => createdAt.slice(0, 10) === addDays(day, 1))).toBe(true);
  const measured = app.db
    .selectFrom('media_measurement')
    .select('views')
    .where('media_id', '=', post?.id ?? '');
  expect(await measured.execute()).toContainEqual({ views: 9 });
  expect(await countWrongMeasurements(app.db)).toBe(0);
});
