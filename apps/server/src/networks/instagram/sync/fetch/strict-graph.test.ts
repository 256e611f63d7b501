import { addDays } from '@tidemark/contract';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startFaultApp, type FaultApp, type FaultRule } from '../../../../../test/faults.ts';
import {
  toStoredDay,
  trueDays,
  trueMedia,
  trueWindow,
  worldToday,
  type WorldAccount,
} from '../../../../../test/world.ts';

// Both clock changes in Instagram's time zone lie in the fetched history: March 2026 has a 23-hour day, and November
// 2025 and 2026 have a 25-hour day.
const start = new Date('2026-11-21T18:00:00Z');
let app: FaultApp;
let account: WorldAccount;
beforeAll(async () => {
  const crowd = { owner: 'ines' as const, accounts: 10, days: 420 };
  app = await startFaultApp({ start, sandboxOptions: { crowd } });
});
afterAll(() => app.close());
afterEach(async () => {
  await app.strike(null);
  await app.leave(account);
});

function storedDays({ id }: WorldAccount) {
  return app.db.selectFrom('account_day').selectAll().where('account_id', '=', id).orderBy('day').execute();
}

async function expectEveryColumn(of: WorldAccount): Promise<void> {
  const days = (await storedDays(of)).filter(({ complete }) => complete);
  const today = await worldToday(app);
  const truth = await trueDays(app, of.id, of.insightsSince, addDays(today, -1));
  expect(days.map(({ day }) => day)).toEqual(truth.map(({ day }) => day));
  for (const [index, day] of truth.entries()) expect(days[index], day.day).toMatchObject(toStoredDay(day, today));
}

async function toRefusal(mediaId: string) {
  return app.db
    .selectFrom('media')
    .select(['insights_refusal', 'reach', 'views', 'interactions'])
    .where('account_id', '=', account.id)
    .where('media_id', '=', mediaId)
    .executeTakeFirst();
}

async function listPosts({ id }: WorldAccount, kind: string) {
  return (await trueMedia(app, id)).filter((media) => media.kind === kind && media.hasInsights);
}

describe('first sync against a Graph API with Meta’s observed behaviour', () => {
  it('stores every column of every day correctly despite odd responses', async () => {
    account = app.fresh(100);
    expect(account.insightsSince < '2026-03-01').toBe(true);
    const [one, other] = await listPosts(account, 'image');
    const [carousel] = await listPosts(account, 'carousel');
    await app.strike(account, [
      { fault: 'letter-case', params: { case: 'upper' } },
      { fault: 'wrong-types' },
      { fault: 'localised' },
      { fault: 'post-permission', params: { media: one?.id ?? '' } },
      { fault: 'post-code-1', params: { media: other?.id ?? '' } },
      { fault: 'metric-unsupported', params: { media: carousel?.id ?? '', metrics: 'views,shares' } },
      { fault: 'breakdown-code-1', params: { breakdown: 'contact_button_type' } },
    ]);

    await app.begin(account);

    expect((await app.getState(account)).problem).toBeNull();
    expect((await app.getState(account)).initialized_at).not.toBeNull();
    expect(await app.struck()).toBeGreaterThan(100);
    await expectEveryColumn(account);
    expect(await toRefusal(one?.id ?? '')).toMatchObject({ insights_refusal: 'no_permission', reach: null });
    expect(await toRefusal(other?.id ?? '')).toMatchObject({ insights_refusal: 'refused_1', reach: null });
    expect(await toRefusal(carousel?.id ?? '')).toMatchObject({
      insights_refusal: null,
      reach: carousel?.totals.reach,
      views: null,
    });
  });

  it('stores 30-day windows across the autumn clock change, for followers and non-followers', async () => {
    account = app.fresh(100);
    await app.begin(account);

    const endDay = addDays(await worldToday(app), -1);
    const stored = await app.db
      .selectFrom('account_window')
      .select(['reach', 'reach_non_follower', 'engaged'])
      .where('account_id', '=', account.id)
      .where('days', '=', 30)
      .where('end_day', '=', endDay)
      .executeTakeFirst();

    const truth = await trueWindow(app, account.id, endDay, 30);
    expect(stored).toEqual({
      reach: truth.reach,
      reach_non_follower: truth.nonFollowerReach,
      engaged: truth.engaged,
    });
    const older = await app.db
      .selectFrom('account_window')
      .select(['end_day', 'reach'])
      .where('account_id', '=', account.id)
      .where('days', '=', 28)
      .where('end_day', '<', addDays(endDay, -60))
      .where('end_day', '>', addDays(account.insightsSince, 28))
      .execute();
    expect(older.length).toBeGreaterThan(20);
    for (const { end_day, reach } of older)
      expect(reach, end_day).toBe((await trueWindow(app, account.id, end_day, 28)).reach);
  });

  it.each<[string, Partial<FaultRule>]>([
    ['in small letters', { fault: 'letter-case', params: { case: 'lower' } }],
    ['in capitals', { fault: 'letter-case', params: { case: 'upper' } }],
  ])('parses breakdown values %s', async (_, rule) => {
    account = app.fresh();
    await app.strike(account, [rule]);

    await app.begin(account);

    await expectEveryColumn(account);
  });

  it('fetches totals without surfaces if the surfaces are refused', async () => {
    account = app.fresh();
    await app.strike(account, [{ fault: 'breakdown-code-1', params: { breakdown: 'media_product_type' } }]);

    await app.begin(account);

    const days = (await storedDays(account)).filter(({ complete }) => complete);
    const truth = await trueDays(app, account.id, account.insightsSince, addDays(await worldToday(app), -1));
    expect(days.length).toBe(truth.length);
    for (const [index, day] of truth.entries())
      expect(days[index], day.day).toMatchObject({
        views: day.views,
        likes: day.likes,
        interactions: day.totalInteractions,
        reach: day.reach,
        views_reel: null,
      });
  });

  it.each(['media_product_type', 'follow_type', 'contact_button_type'])(
    'fetches totals without the breakdown %s if it fails twice as an unknown error',
    async (breakdown) => {
      account = app.fresh();
      await app.strike(account, [{ fault: 'breakdown-code-1', params: { breakdown, isFlagged: false } }]);

      await app.begin(account);

      const { problem, refused_metrics: refused } = await app.getState(account);
      expect(problem).toBeNull();
      expect(refused.length).toBeGreaterThan(0);
      const days = (await storedDays(account)).filter(({ complete }) => complete);
      const truth = await trueDays(app, account.id, account.insightsSince, addDays(await worldToday(app), -1));
      expect(days.length).toBe(truth.length);
      const parts = {
        media_product_type: { views_reel: null, reach_post: null },
        follow_type: { views_follower: null, reach_non_follower: null, follows: null },
        contact_button_type: { taps_call: null },
      };
      for (const [index, day] of truth.entries())
        expect(days[index], day.day).toMatchObject({
          views: day.views,
          reach: day.reach,
          profile_links_taps: day.profileLinksTaps,
          ...Object.entries(parts).find(([name]) => name === breakdown)?.[1],
        });
    },
  );

  it('keeps a breakdown that fails once, or only on some days, with an unknown error', async () => {
    account = app.fresh();
    await app.strike(account, [
      { fault: 'breakdown-code-1', params: { isFlagged: false }, times: 3, match: { path: 'breakdown=follow_type' } },
    ]);

    await app.begin(account);
    await app.recover(account);

    expect((await app.getState(account)).refused_metrics).toEqual([]);
    await expectEveryColumn(account);
  });

  const listReels = () =>
    app.db
      .selectFrom('media')
      .select(['media_id', 'facebook_views', 'crossposted_views', 'skip_rate'])
      .where('account_id', '=', account.id)
      .where('product_type', '=', 'REELS')
      .where('skip_rate', 'is not', null)
      .execute();

  it('stores the views of reels that are also on Facebook', async () => {
    account = app.fresh(30);

    await app.begin(account);

    const reels = await listReels();
    const truth = new Map((await trueMedia(app, account.id)).map((media) => [media.id, media]));
    expect(reels.some((row) => Number(row.facebook_views) > 0)).toBe(true);
    for (const row of reels) {
      const { facebookViews = -1, totals } = truth.get(row.media_id) ?? {};
      expect(row.facebook_views).toBe(facebookViews);
      expect(row.crossposted_views).toBe(facebookViews > 0 ? facebookViews + Number(totals?.views) : 0);
    }
  });

  it('stores other reel metrics when Facebook views fail', async () => {
    account = app.fresh(30);
    await app.strike(account, [{ fault: 'crossposted-fatal' }]);

    await app.begin(account);

    const reels = await listReels();
    expect(reels.length).toBeGreaterThan(0);
    expect(reels.every((row) => row.facebook_views === null && row.skip_rate !== null)).toBe(true);
    expect((await app.getState(account)).problem).toBeNull();
  });

  it('treats a response without total or cells as missing, never as zero', async () => {
    account = app.fresh();
    const nothing = { metrics: 'views,reach,follows_and_unfollows' };
    await app.strike(account, [
      { fault: 'no-data-breakdown', params: nothing, match: { path: 'breakdown=follow_type' } },
    ]);

    await app.begin(account);

    const days = (await storedDays(account)).filter(({ complete }) => complete);
    expect(days.length).toBeGreaterThan(0);
    for (const day of days)
      expect([day.views_follower, day.reach_non_follower, day.follows, day.unfollows], day.day).toEqual([
        null,
        null,
        null,
        null,
      ]);
  });
});
