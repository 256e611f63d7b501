import {
  aggregateMedia,
  getMedia,
  getOpportunities,
  mediaMetricNames,
  mostMediaAtOnce,
  refreshAccount,
} from '@tidemark/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/start-test-app.ts';
import type { TestClient } from '../../../../test/test-client.ts';
import {
  connect,
  settled,
  trueMedia,
  untilSynced,
  type WorldAccount,
  type WorldMedia,
} from '../../../../test/world.ts';
import { addDays } from '../../../platform/clock.ts';

let app: TestApp;
let client: TestClient;
let account: WorldAccount;
let ahead = 0;
const yesterday = addDays(new Date().toISOString().slice(0, 10), -1);
// Long enough ago for the figures of its posts to stand still while the test runs.
const period = { from: addDays(yesterday, -119), to: addDays(yesterday, -30) };

beforeAll(async () => {
  app = await startTestApp({ clock: () => new Date(Date.now() + ahead), lookEverySeconds: 1 });
  ({ client, account } = await settled(app, 'olu@sandbox.test'));
});
afterAll(() => app.close());

const request = (mediaIds: string[] | null = null, { from, to } = period) => ({
  startDate: `${from}T00:00:00.000Z`,
  endDate: `${to}T23:59:59.999Z`,
  accountIds: [account.id],
  mediaIds,
  metricNames: [...mediaMetricNames],
});
const ask = (mediaIds: string[] | null = null, range = period) =>
  client.call(aggregateMedia, { body: request(mediaIds, range) });
const advice = (mediaIds: string[] | null = null, endDate = `${yesterday}T23:59:59.999Z`) =>
  client.call(getOpportunities, { body: { endDate, accountIds: [account.id], mediaIds } });

async function published(): Promise<WorldMedia[]> {
  const all = await trueMedia(app, account.id);
  return all.filter(({ day, hasInsights }) => hasInsights && day >= period.from && day <= period.to);
}
const sumOf = <Item>(items: readonly Item[], pick: (item: Item) => number) =>
  items.reduce((sum, item) => sum + pick(item), 0);

describe('what the media of a range gained', () => {
  it('is what Instagram tells of them, together and each', async () => {
    const truth = await published();

    const { totals, mediaMetrics, formats } = await ask();

    const reach = sumOf(truth, (media) => media.totals.reach);
    const interactions = sumOf(truth, (media) => media.totals.totalInteractions);
    expect(truth.length).toBeGreaterThan(8);
    expect(totals).toMatchObject({ reach, total_interactions: interactions, impressions: null, reachIsApprox: true });
    expect(totals.avgEngagementRate).toBeCloseTo((interactions / reach) * 100, 9);
    for (const { id, totals: own } of truth)
      expect(mediaMetrics.find(({ mediaId }) => mediaId === id)).toMatchObject({
        reach: own.reach,
        views: own.views,
        comments: own.comments,
        total_interactions: own.totalInteractions,
      });
    expect(sumOf(formats, ({ posts }) => posts)).toBe(mediaMetrics.length);
    expect(sumOf(formats, (format) => format.reach)).toBe(reach);
  });

  it('adds up, day by day and media by media', async () => {
    const { totals, mediaMetrics, dailyMetrics } = await ask();

    for (const name of mediaMetricNames) {
      expect(sumOf(mediaMetrics, (media) => media[name] ?? 0)).toBe(totals[name] ?? 0);
      expect(sumOf(dailyMetrics, (day) => day[name] ?? 0)).toBe(totals[name] ?? 0);
    }
    expect(dailyMetrics).toHaveLength(90);
  });

  it('is the same when every one of them is selected, in any order and twice', async () => {
    const all = await ask();
    const ids = all.mediaMetrics.map(({ mediaId }) => mediaId);

    const selected = await ask([...ids.toReversed(), ...ids.slice(0, 3)]);

    expect({ ...selected, previousTotals: null }).toEqual({ ...all, previousTotals: null });
  });

  it('follows a selection, and compares it with nothing when it was not there before', async () => {
    const [one, two] = (await published()).toSorted((a, b) => b.publishedAt.localeCompare(a.publishedAt));
    if (!one || !two) throw new Error('Olu has not published twice');
    const range = { from: one.day, to: period.to };

    const { totals, previousTotals, mediaMetrics, topMediaPost } = await ask([one.id], range);
    const both = await ask([one.id, two.id]);

    expect(mediaMetrics.map(({ mediaId }) => mediaId)).toEqual([one.id]);
    expect(topMediaPost?.mediaId).toBe(one.id);
    expect(totals.reach).toBe(one.totals.reach);
    expect(previousTotals).toBeNull();
    expect(both.totals.reach).toBe(one.totals.reach + two.totals.reach);
    expect(sumOf(both.dailyMetrics, ({ reach }) => reach ?? 0)).toBe(both.totals.reach);
  });

  it('puts the one with most interactions first', async () => {
    const truth = await published();
    const most = Math.max(...truth.map(({ totals }) => totals.totalInteractions));

    const { topMediaPost, mediaMetrics } = await ask();

    expect(topMediaPost?.total_interactions).toBe(most);
    expect(mediaMetrics[0]).toEqual(topMediaPost);
  });

  it('tells only what it is asked for', async () => {
    const { totals, mediaMetrics, topMediaPost } = await client.call(aggregateMedia, {
      body: { ...request(), metricNames: ['views'] },
    });

    expect(totals.views).toBeGreaterThan(0);
    expect(totals.reach).toBeNull();
    expect(mediaMetrics.every(({ likes, views }) => likes === null && views !== null)).toBe(true);
    expect(topMediaPost?.total_interactions).toBeNull();
  });

  it('leaves a figure out that Instagram has never told of a media, and knows none of a day that brought no other', async () => {
    const { media_id: id, day } = await app.db
      .selectFrom('media_day')
      .select(({ fn }) => ['day', fn.min('media_id').as('media_id')])
      .where('account_id', '=', account.id)
      .where('day', '>=', period.from)
      .where('day', '<=', period.to)
      .groupBy('day')
      .having(({ fn }) => fn.countAll(), '=', 1)
      .orderBy('day')
      .executeTakeFirstOrThrow();
    const change = (reach: number | null) =>
      app.db
        .updateTable('media')
        .set({ reach })
        .where('account_id', '=', account.id)
        .where('media_id', '=', id)
        .execute();
    const told = await ask();
    const { reach } = await app.db
      .selectFrom('media')
      .select('reach')
      .where('account_id', '=', account.id)
      .where('media_id', '=', id)
      .executeTakeFirstOrThrow();

    await change(null);
    const { dailyMetrics, totals, mediaMetrics } = await ask();
    await change(reach);

    const own = told.mediaMetrics.find(({ mediaId }) => mediaId === id);
    expect(own?.reach).toBeGreaterThan(0);
    expect(mediaMetrics.find(({ mediaId }) => mediaId === id)).toEqual({ ...own, reach: null, engagement_rate: 0 });
    expect(totals.reach).toBe((told.totals.reach ?? 0) - (own?.reach ?? 0));
    expect(sumOf(dailyMetrics, (one) => one.reach ?? 0)).toBe(totals.reach);
    const before = told.dailyMetrics.find(({ date }) => date === day);
    expect(dailyMetrics.find(({ date }) => date === day)).toEqual({ ...before, reach: null });
  });

  it('of a time in which there was nothing is nothing, and no number is missing', async () => {
    const empty = await ask(null, { from: '2012-01-01', to: '2012-01-07' });

    expect(empty).toMatchObject({ topMediaPost: null, previousTotals: null, mediaMetrics: [], formats: [] });
    expect(empty.totals).toMatchObject({ reach: 0, total_interactions: 0, avgEngagementRate: 0, isApprox: false });
    expect(empty.dailyMetrics.every(({ reach }) => reach === null)).toBe(true);
    expect(empty.profileActivity).toEqual({ posts: 0, actions: [] });
  });

  it('is marked as approximate when the account was not read before the range', async () => {
    const { totals } = await ask();
    const { day } = await app.db
      .selectFrom('media')
      .select(({ fn }) => fn.max('published_day').as('day'))
      .where('account_id', '=', account.id)
      .where('published_day', '<=', yesterday)
      .executeTakeFirstOrThrow();
    const ownPosts = await ask(null, { from: day, to: day });

    expect(ownPosts.totals.isApprox).toBe(true);
    expect(totals.isApprox).toBe(true);
  });
});

describe('what people did on the profile', () => {
  it('is what Instagram tells of the posts of the range', async () => {
    const { media } = await app.control<{
      media: (WorldMedia & { profileActivity: Record<string, number>; totals: { profileVisits: number } })[];
    }>(`world/accounts/${account.id}/media`);
    const told = media.filter(
      ({ kind, day, hasInsights }) =>
        hasInsights && ['image', 'carousel'].includes(kind) && day >= period.from && day <= period.to,
    );

    const { profileActivity } = await ask();

    const of = (action: string) => profileActivity.actions.find((one) => one.action === action)?.value;
    expect(profileActivity.posts).toBe(told.length);
    expect(of('profile_visits')).toBe(sumOf(told, ({ totals }) => totals.profileVisits));
    expect(of('email')).toBe(sumOf(told, (post) => post.profileActivity['EMAIL'] ?? 0));
    expect(of('direction')).toBe(sumOf(told, (post) => post.profileActivity['DIRECTION'] ?? 0));
  });

  it('has the ways on from stories where there were any, and none elsewhere', async () => {
    const readAt = Date.now() + ahead;
    ahead += 10 * 60_000;
    await client.call(refreshAccount, { params: { id: account.id } });
    await untilSynced(
      client,
      account.id,
      ({ syncRunning, lastSyncAt }) => !syncRunning && Date.parse(lastSyncAt ?? '') > readAt + 300_000,
    );
    const { liveStories } = await app.control<{ liveStories: { navigation: Record<string, number> }[] }>(
      `world/accounts/${account.id}/media`,
    );

    const { storyNavigation } = await ask(null, { from: addDays(yesterday, -1), to: addDays(yesterday, 2) });
    const posts = await ask((await published()).slice(0, 3).map(({ id }) => id));

    expect(storyNavigation.stories).toBe(liveStories.length);
    for (const { move, value } of storyNavigation.moves) {
      // The stories are still being watched: a moment may lie between the two readings.
      const truth = sumOf(liveStories, ({ navigation }) => navigation[move] ?? 0);
      expect(Math.abs(value - truth)).toBeLessThanOrEqual(liveStories.length);
    }
    expect(liveStories.length === 0 || storyNavigation.moves.length === 4).toBe(true);
    expect(posts.storyNavigation).toEqual({ stories: 0, moves: [] });
  });
});

describe('the opportunities', () => {
  it('rest on the last 90 days, and say on how much', async () => {
    const from = addDays(yesterday, -89);
    const truth = (await trueMedia(app, account.id)).filter(
      ({ day, hasInsights, kind, hidesLikes }) =>
        hasInsights && !hidesLikes && kind !== 'story' && day >= from && day <= yesterday,
    );
    const reels = truth.filter(({ kind }) => kind === 'reel');

    const { opportunities, posts, ...about } = await advice();

    const share = opportunities.find(({ kind }) => kind === 'reels_share');
    expect(about).toMatchObject({ from, to: yesterday });
    expect(posts).toBe(truth.length);
    expect(share).toMatchObject({ posts: truth.length, reels: reels.length });
    expect(share?.kind === 'reels_share' && share.postShare).toBeCloseTo(reels.length / truth.length, 9);
  });

  it('are silent on fewer than eight posts', async () => {
    const ids = (await published()).map(({ id }) => id);

    expect((await advice(ids.slice(0, 7))).opportunities).toEqual([]);
    expect((await advice(ids.slice(0, 8))).opportunities.length).toBeGreaterThan(0);
  });
});

describe('the strip', () => {
  it('is told page by page', async () => {
    const body = {
      isoStart: `${addDays(yesterday, -700)}T00:00:00.000Z`,
      isoEnd: `${yesterday}T23:59:59.999Z`,
      accountIds: [account.id],
      platform: 'instagram_media' as const,
      filterMode: 'published' as const,
    };

    const first = await client.call(getMedia, { body });
    const beyond = await client.call(getMedia, { body: { ...body, page: Math.ceil(first.total / mostMediaAtOnce) } });

    expect(first.media.length).toBe(Math.min(first.total, mostMediaAtOnce));
    expect(beyond).toEqual({ media: [], total: first.total });
  });
});

describe('who may ask', () => {
  it('is the system-admin only: anybody else is refused, whatever they ask about', async () => {
    const maya = await app.withPlan('maya@sandbox.test', 'pro');
    await connect(app, maya, 'maya@sandbox.test');

    for (const accountIds of [[account.id], ['1']])
      await expect(maya.call(aggregateMedia, { body: { ...request(), accountIds } })).rejects.toMatchObject({
        status: 403,
        code: 'forbidden',
      });
    await expect(
      maya.call(getOpportunities, {
        body: { endDate: `${yesterday}T00:00:00.000Z`, accountIds: ['1'], mediaIds: null },
      }),
    ).rejects.toMatchObject({ status: 403 });
  });

  it('is the system-admin with accounts and media of their own: others look like none', async () => {
    const [own] = await published();
    if (!own) throw new Error('Olu has published nothing');

    await expect(
      client.call(aggregateMedia, { body: { ...request(), accountIds: [account.id, '17841400000000000'] } }),
    ).rejects.toMatchObject({ status: 404, code: 'account_not_found' });
    for (const call of [ask, advice])
      await expect(call([own.id, '17900000000000000'])).rejects.toMatchObject({ status: 404, code: 'media_not_found' });
  });

  it('is told which field is wrong', async () => {
    const wrong: [string, object][] = [
      ['mediaIds', { mediaIds: [] }],
      ['mediaIds', { mediaIds: ["1' or true --"] }],
      ['metricNames', { metricNames: ['plays'] }],
      ['metricNames', { metricNames: [] }],
      ['startDate', { startDate: '2026-02-02T00:00:00.000Z', endDate: '2026-01-01T00:00:00.000Z' }],
      ['filterMode', { filterMode: 'active' }],
    ];
    for (const [field, change] of wrong) {
      const refusal = client.call(aggregateMedia, { body: { ...request(), ...change } });
      await expect(refusal).rejects.toMatchObject({ status: 400, code: 'invalid_input' });
      await expect(refusal.catch((error: { body: unknown }) => JSON.stringify(error.body))).resolves.toContain(field);
    }
  });
});
