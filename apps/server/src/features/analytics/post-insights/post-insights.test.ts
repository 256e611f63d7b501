import {
  addDays,
  aggregateMedia,
  getMedia,
  getOpportunities,
  mediaMetricNames,
  mediaPageSize,
  refreshAccount,
} from '@tidemark/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/start-test-app.ts';
import type { TestClient } from '../../../../test/test-client.ts';
import {
  getWorldAccount,
  connect,
  startSynced,
  trueMedia,
  untilSynced,
  type WorldAccount,
  type WorldMedia,
} from '../../../../test/world.ts';
import { dayIn } from '../../../platform/clock.ts';

let app: TestApp;
let client: TestClient;
let account: WorldAccount;
let ahead = 0;
// Behind UTC, like Instagram's days; the range contains no clock change.
const dayZone = 'America/Phoenix';
const yesterday = addDays(dayIn(dayZone, new Date()), -1);
// Old enough that the metrics of its posts do not change during the test.
const period = { from: addDays(yesterday, -119), to: addDays(yesterday, -30) };

beforeAll(async () => {
  app = await startTestApp({
    clock: () => new Date(Date.now() + ahead),
    pollIntervalSeconds: 1,
    sandboxOptions: { dayZone },
  });
  ({ client, account } = await startSynced(app, 'olu@sandbox.test'));
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
async function setReach(mediaId: string, reach: number): Promise<void> {
  const post = app.db.updateTable('media').where('account_id', '=', account.id).where('media_id', '=', mediaId);
  await post.set({ reach }).execute();
}
const sumBy = <Item>(items: readonly Item[], pick: (item: Item) => number) =>
  items.reduce((sum, item) => sum + pick(item), 0);

describe("viewer's calendar", () => {
  it('excludes a post dated after the range for the viewer from lists, totals and days', async () => {
    // 21 hours ahead of Instagram's days: most posts on the last day belong to the viewer's next day.
    const timeZone = 'Pacific/Kiritimati';
    const dayOf = (instant: string) => dayIn(timeZone, new Date(instant));
    const last = (await published()).find(({ day, publishedAt }) => dayOf(publishedAt) > day);
    if (!last) throw new Error('No post was published late enough');
    const range = { from: addDays(last.day, -6), to: last.day };
    const inViewersZone = { ...request(null, range), timeZone };

    const own = await client.call(aggregateMedia, { body: inViewersZone });
    const instagrams = await ask(null, range);

    expect(instagrams.mediaMetrics.map(({ mediaId }) => mediaId)).toContain(last.id);
    expect(own.mediaMetrics.map(({ mediaId }) => mediaId)).not.toContain(last.id);
    for (const { timestamp } of own.mediaMetrics) expect(dayOf(timestamp) <= range.to).toBe(true);
    const views = sumBy(own.mediaMetrics, (media) => media.views ?? 0);
    expect(own.totals.views).toBe(views);
    expect(sumBy(own.dailyMetrics, (day) => day.views ?? 0)).toBe(views);
    expect(own.totals.views).toBeLessThan(instagrams.totals.views ?? 0);
  });
});

describe('deltas of posts in a range', () => {
  it('match Instagram’s values, in total and for each post', async () => {
    const truth = await published();

    const { totals, mediaMetrics, formats } = await ask();

    const reach = sumBy(truth, (media) => media.totals.reach);
    const interactions = sumBy(truth, (media) => media.totals.totalInteractions);
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
    expect(sumBy(formats, ({ posts }) => posts)).toBe(mediaMetrics.length);
    expect(sumBy(formats, (format) => format.reach)).toBe(reach);
  });

  it('are marked as approximate per post and format, including lowered totals', async () => {
    const [one] = await published();
    if (!one) throw new Error('Olu has published nothing');
    const updateOne = app.db
      .updateTable('media_day')
      .where('account_id', '=', account.id)
      .where('media_id', '=', one.id);
    await updateOne.set({ corrected: true }).execute();

    const { mediaMetrics, topMediaPost, formats, previousTotals } = await ask();

    await updateOne.set({ corrected: false }).execute();
    const marked = mediaMetrics.filter(({ approx }) => approx?.reasons.includes('revised_by_instagram'));
    expect(marked.map(({ mediaId }) => mediaId)).toEqual([one.id]);
    expect(mediaMetrics.every(({ approx }) => approx?.reasons.includes('before_first_sync'))).toBe(true);
    expect(topMediaPost?.isApprox).toBe(true);
    expect(formats.every(({ isApprox }) => isApprox)).toBe(true);
    // No data from the previous months, so that there is no comparison.
    expect(previousTotals).toBeNull();
  });

  it('add up over days and over posts', async () => {
    const { totals, mediaMetrics, dailyMetrics } = await ask();

    for (const name of mediaMetricNames) {
      expect(sumBy(mediaMetrics, (media) => media[name] ?? 0)).toBe(totals[name] ?? 0);
      expect(sumBy(dailyMetrics, (day) => day[name] ?? 0)).toBe(totals[name] ?? 0);
    }
    expect(dailyMetrics).toHaveLength(90);
  });

  it('stay the same when every post is selected, in any order or repeatedly', async () => {
    const all = await ask();
    const ids = all.mediaMetrics.map(({ mediaId }) => mediaId);

    const selected = await ask([...ids.toReversed(), ...ids.slice(0, 3)]);

    // Older posts without a selection may have reached people before their first sync.
    expect(all.totals.reachApprox?.upper).toBeNull();
    const totals = { ...selected.totals, reachApprox: all.totals.reachApprox };
    expect({ ...selected, totals, previousTotals: null }).toEqual({ ...all, previousTotals: null });
  });

  it('follow a selection and have no comparison if it did not exist before', async () => {
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
    expect(sumBy(both.dailyMetrics, ({ reach }) => reach ?? 0)).toBe(both.totals.reach);
  });

  it('list the post with the most interactions first', async () => {
    const truth = await published();
    const most = Math.max(...truth.map(({ totals }) => totals.totalInteractions));

    const { topMediaPost, mediaMetrics } = await ask();

    expect(topMediaPost?.total_interactions).toBe(most);
    expect(mediaMetrics[0]).toEqual(topMediaPost);
  });

  it('contain only requested metrics', async () => {
    const { totals, mediaMetrics, topMediaPost } = await client.call(aggregateMedia, {
      body: { ...request(), metricNames: ['views'] },
    });

    expect(totals.views).toBeGreaterThan(0);
    expect(totals.reach).toBeNull();
    expect(mediaMetrics.every(({ likes, views }) => likes === null && views !== null)).toBe(true);
    expect(topMediaPost?.total_interactions).toBeNull();
  });

  it('omit metrics that Instagram never reported for a post, and are null on days without data', async () => {
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
    const reported = await ask();
    const { reach } = await app.db
      .selectFrom('media')
      .select('reach')
      .where('account_id', '=', account.id)
      .where('media_id', '=', id)
      .executeTakeFirstOrThrow();

    await change(null);
    const { dailyMetrics, totals, mediaMetrics } = await ask();
    await change(reach);

    const own = reported.mediaMetrics.find(({ mediaId }) => mediaId === id);
    expect(own?.reach).toBeGreaterThan(0);
    expect(mediaMetrics.find(({ mediaId }) => mediaId === id)).toEqual({ ...own, reach: null, engagement_rate: 0 });
    expect(totals.reach).toBe((reported.totals.reach ?? 0) - (own?.reach ?? 0));
    expect(sumBy(dailyMetrics, (one) => one.reach ?? 0)).toBe(totals.reach);
    const before = reported.dailyMetrics.find(({ date }) => date === day);
    expect(dailyMetrics.find(({ date }) => date === day)).toEqual({ ...before, reach: null });
  });

  it('compare with the requested period, and by default with the days before the range', async () => {
    const [one] = await published();
    if (!one) throw new Error('Olu has published nothing');
    const early = request([one.id], { from: '2012-01-01', to: '2012-01-07' });
    const today = addDays(yesterday, 1);
    const comparison = { pStart: `${one.day}T00:00:00.000Z`, pEnd: `${today}T23:59:59.999Z` };
    const list = {
      isoStart: `${one.day}T00:00:00.000Z`,
      isoEnd: `${today}T23:59:59.999Z`,
      accountIds: [account.id],
      platform: 'instagram' as const,
      filterMode: 'published' as const,
    };

    const compared = await client.call(aggregateMedia, { body: { ...early, ...comparison } });
    const { media } = await client.call(getMedia, { body: { ...list, ...comparison } });
    const byDefault = await client.call(aggregateMedia, { body: early });

    expect(compared.previousTotals?.reach).toBe(one.totals.reach);
    expect(media.find(({ mediaId }) => mediaId === one.id)?.previousPeriodMetrics?.reach).toBe(one.totals.reach);
    expect(byDefault.previousTotals).toBeNull();
  });

  it('are zero for a period without posts', async () => {
    const empty = await ask(null, { from: '2012-01-01', to: '2012-01-07' });

    expect(empty).toMatchObject({ topMediaPost: null, previousTotals: null, mediaMetrics: [], formats: [] });
    expect(empty.totals).toMatchObject({ reach: 0, total_interactions: 0, avgEngagementRate: 0, isApprox: false });
    expect(empty.dailyMetrics.every(({ reach }) => reach === null)).toBe(true);
    expect(empty.profileActivity).toEqual({ posts: 0, actions: [] });
  });

  it('are approximate if the account was not synced before the range', async () => {
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
    expect(totals.approx?.reasons).toContain('before_first_sync');
    expect(totals.reachApprox?.reasons).toContain('summed_accounts');
  });
});

describe('collaboration between two linked accounts', () => {
  it('counts once for both accounts together and once for each alone', async () => {
    const [one] = await published();
    if (!one) throw new Error('Olu has published nothing');
    const partner = await getWorldAccount(app, 'olu@sandbox.test', 1);
    await client.link(partner.id);
    await untilSynced(client, partner.id);
    for (const table of ['media', 'media_day'] as const)
      for (const row of await app.db.selectFrom(table).selectAll().where('media_id', '=', one.id).execute())
        await app.db
          .insertInto(table)
          .values({ ...row, account_id: partner.id, ...(table === 'media' && { is_collaboration: true }) })
          .execute();
    const aggregate = (...accountIds: string[]) =>
      client.call(aggregateMedia, { body: { ...request([one.id]), accountIds } });

    const [both, publisher, collaborator] = [
      await aggregate(account.id, partner.id),
      await aggregate(account.id),
      await aggregate(partner.id),
    ];

    expect(both).toEqual(publisher);
    expect(collaborator.totals).toMatchObject({ likes: publisher.totals.likes, reach: publisher.totals.reach });
    expect(collaborator.mediaMetrics.map(({ accountId }) => accountId)).toEqual([partner.id]);
  });
});

describe('profile activity', () => {
  it('matches Instagram’s values for the posts in the range', async () => {
    const { media } = await app.control<{
      media: (WorldMedia & { profileActivity: Record<string, number>; totals: { profileVisits: number } })[];
    }>(`world/accounts/${account.id}/media`);
    const reported = media.filter(
      ({ kind, day, hasInsights }) =>
        hasInsights && ['image', 'carousel'].includes(kind) && day >= period.from && day <= period.to,
    );

    const { profileActivity } = await ask();

    const of = (action: string) => profileActivity.actions.find((one) => one.action === action)?.value;
    expect(profileActivity.posts).toBe(reported.length);
    expect(of('profile_visits')).toBe(sumBy(reported, ({ totals }) => totals.profileVisits));
    expect(of('email')).toBe(sumBy(reported, (post) => post.profileActivity['EMAIL'] ?? 0));
    expect(of('direction')).toBe(sumBy(reported, (post) => post.profileActivity['DIRECTION'] ?? 0));
  });

  it('includes story navigation only if there was any', async () => {
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
      // Live stories are still being viewed, and time may pass between two fetches.
      const truth = sumBy(liveStories, ({ navigation }) => navigation[move] ?? 0);
      expect(Math.abs(value - truth)).toBeLessThanOrEqual(liveStories.length);
    }
    expect(liveStories.length === 0 || storyNavigation.moves.length === 4).toBe(true);
    expect(posts.storyNavigation).toEqual({ stories: 0, moves: [] });
  });
});

describe('opportunities', () => {
  const isReel = ({ kind }: WorldMedia) => kind === 'reel';

  it('cover the last 90 days and report the number of posts', async () => {
    const from = addDays(yesterday, -89);
    const truth = (await trueMedia(app, account.id)).filter(
      ({ day, hasInsights, kind, hidesLikes }) =>
        hasInsights && !hidesLikes && kind !== 'story' && day >= from && day <= yesterday,
    );
    const reels = truth.filter(({ kind }) => kind === 'reel');

    const { opportunities, posts, ...about } = await advice();

    expect(about).toMatchObject({ from, to: yesterday });
    expect(posts).toBe(truth.length);
    // Only some test days have a clear difference for reels.
    for (const share of opportunities)
      if (share.kind === 'reels_share') {
        expect(share).toMatchObject({ posts: truth.length, reels: reels.length });
        expect(share.postShare).toBeCloseTo(reels.length / truth.length, 9);
      }
  });

  it('count weekdays in the viewer’s time zone', async () => {
    const ask = (timeZone: string) =>
      client.call(getOpportunities, {
        body: { endDate: `${yesterday}T23:59:59.999Z`, accountIds: [account.id], mediaIds: null, timeZone },
      });
    const [west, east] = await Promise.all([ask('Pacific/Pago_Pago'), ask('Pacific/Kiritimati')]);
    const all = await trueMedia(app, account.id);
    const countIn = (timeZone: string) =>
      all.filter(({ hasInsights, hidesLikes, kind, publishedAt }) => {
        const day = dayIn(timeZone, new Date(publishedAt));
        return hasInsights && !hidesLikes && kind !== 'story' && day >= addDays(yesterday, -89) && day <= yesterday;
      }).length;

    expect(west.posts).toBe(countIn('Pacific/Pago_Pago'));
    expect(east.posts).toBe(countIn('Pacific/Kiritimati'));
    await expect(ask('Mars/Olympus')).rejects.toMatchObject({ status: 400 });
  });

  it('are empty for fewer than eight posts', async () => {
    const posts = (await published()).filter(
      ({ day, kind, hidesLikes }) => kind !== 'story' && !hidesLikes && day >= addDays(yesterday, -89),
    );
    const reels = posts.filter(isReel).slice(0, 4);
    const others = posts.filter((post) => !isReel(post)).slice(0, 4);
    const ids = [...reels, ...others].map(({ id }) => id);
    const mean = (reaches: number[]) => sumBy(reaches, Math.log1p) / reaches.length;
    // The reels are clearly better on any date.
    const [reelReaches, otherReaches] = [reels.map((_, index) => 9_000 + index), others.map((_, index) => 900 + index)];
    for (const [index, reach] of [...reelReaches, ...otherReaches].entries()) await setReach(ids[index] ?? '', reach);

    const [share] = (await advice(ids)).opportunities;
    const fewer = await advice(ids.slice(0, 7));
    for (const { id, totals } of [...reels, ...others]) await setReach(id, totals.reach);

    expect(fewer.opportunities).toEqual([]);
    expect(share).toMatchObject({ kind: 'reels_share', posts: 8, reels: 4 });
    expect(share?.kind === 'reels_share' && share.difference?.percent).toBeCloseTo(
      Math.expm1(mean(reelReaches) - mean(otherReaches)) * 100,
      0,
    );
  });
});

describe('post strip', () => {
  it('is returned page by page', async () => {
    const body = {
      isoStart: `${addDays(yesterday, -700)}T00:00:00.000Z`,
      isoEnd: `${yesterday}T23:59:59.999Z`,
      accountIds: [account.id],
      platform: 'instagram_media' as const,
      filterMode: 'published' as const,
    };

    const first = await client.call(getMedia, { body });
    const beyond = await client.call(getMedia, { body: { ...body, page: Math.ceil(first.total / mediaPageSize) } });

    expect(first.media.length).toBe(Math.min(first.total, mediaPageSize));
    expect(beyond).toEqual({ media: [], total: first.total });
  });
});

describe('post insights access', () => {
  it('rejects non-operators, regardless of the request', async () => {
    const maya = await app.withPlan('maya@sandbox.test', 'pro');
    await connect(app, maya, 'maya@sandbox.test');

    for (const accountIds of [[account.id], ['1']])
      await expect(maya.call(aggregateMedia, { body: { ...request(), accountIds } })).rejects.toMatchObject({
        status: 403,
        code: 'forbidden',
      });
  });

  it('recommends experiments to users for their own accounts only', async () => {
    const cal = await app.withPlan('cal@sandbox.test', 'pro');
    await connect(app, cal, 'cal@sandbox.test');
    const own = await getWorldAccount(app, 'cal@sandbox.test');
    await cal.link(own.id);
    const askFor = (accountId: string) =>
      cal.call(getOpportunities, {
        body: { endDate: `${yesterday}T00:00:00.000Z`, accountIds: [accountId], mediaIds: null },
      });

    await expect(askFor(own.id)).resolves.toMatchObject({ to: yesterday });
    await expect(askFor(account.id)).rejects.toMatchObject({ status: 404, code: 'account_not_found' });
  });

  it("hides other users' accounts and media from operators who have not linked them", async () => {
    const [own] = await published();
    if (!own) throw new Error('Olu has published nothing');

    await expect(
      client.call(aggregateMedia, { body: { ...request(), accountIds: [account.id, '17841400000000000'] } }),
    ).rejects.toMatchObject({ status: 404, code: 'account_not_found' });
    for (const call of [ask, advice])
      await expect(call([own.id, '17900000000000000'])).rejects.toMatchObject({ status: 404, code: 'media_not_found' });
  });

  it('names the wrong field', async () => {
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
