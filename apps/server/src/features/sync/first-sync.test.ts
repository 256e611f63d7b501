import { getSyncStatus, unlinkAccount } from '@tidemark/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/start-test-app.ts';
import type { TestClient } from '../../../test/test-client.ts';
import {
  accountOf,
  connect,
  settled,
  trueDays,
  trueMedia,
  trueWindow,
  untilSynced,
  type WorldAccount,
} from '../../../test/world.ts';
import { addDays } from '../../platform/clock.ts';
import { requestSync } from './queries.ts';

let app: TestApp;
beforeAll(async () => (app = await startTestApp()));
afterAll(() => app.close());

const theo = 'theo@sandbox.test';

async function snapshot(accountId: string) {
  const days = await app.db
    .selectFrom('account_day')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('day')
    .execute();
  const media = await app.db
    .selectFrom('media')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('media_id')
    .execute();
  const gains = await app.db
    .selectFrom('media_day')
    .select([
      'media_id',
      ({ fn }) => fn.sum<number>('views').as('views'),
      ({ fn }) => fn.sum<number>('interactions').as('interactions'),
    ])
    .where('account_id', '=', accountId)
    .groupBy('media_id')
    .execute();
  return { days, media, gains: new Map(gains.map((row) => [row.media_id, row])) };
}

/** Everything stored of complete days and of media equals the world's truth. */
async function expectTruth(account: WorldAccount) {
  const { days, media, gains } = await snapshot(account.id);
  const complete = days.filter((day) => day.complete);
  const [first, last] = [complete[0]?.day ?? '', complete.at(-1)?.day ?? ''];
  const truth = await trueDays(app, account.id, first, last);
  expect(complete.map(({ day }) => day)).toEqual(truth.map(({ day }) => day));
  for (const [index, day] of truth.entries()) {
    expect(complete[index], day.day).toMatchObject({
      reach: day.reach,
      views: day.views,
      interactions: day.totalInteractions,
      likes: day.likes,
      comments: day.comments,
      saves: day.saves,
      shares: day.shares,
      replies: day.replies,
      reposts: day.reposts,
      engaged: day.accountsEngaged,
      profile_views: day.profileViews,
      website_clicks: day.websiteClicks,
      profile_links_taps: day.profileLinksTaps,
      follows: day.follows,
      unfollows: day.unfollows,
      followers: day.followersEnd,
      views_follower: day.cells.viewsByFollowType['FOLLOWER'],
      views_non_follower: day.cells.viewsByFollowType['NON_FOLLOWER'],
      reach_non_follower: day.cells.reachByFollowType['NON_FOLLOWER'],
      views_reel: day.cells.views['REEL'],
      views_carousel: day.cells.views['CAROUSEL_CONTAINER'],
      interactions_story: day.cells.totalInteractions['STORY'],
    });
  }
  const posts = (await trueMedia(app, account.id)).filter(({ kind }) => kind !== 'story');
  expect(media.filter(({ product_type }) => product_type !== 'STORY').map(({ media_id }) => media_id)).toEqual(
    posts.map(({ id }) => id).sort(),
  );
  for (const row of media) {
    // Totals grow while the test runs; what must hold for each is that the gains add up to the total.
    expect(gains.get(row.media_id)?.views ?? 0, row.media_id).toBe(row.views ?? 0);
    expect(gains.get(row.media_id)?.interactions ?? 0, row.media_id).toBe(row.interactions ?? 0);
  }
  return { days: complete.length, first, last };
}

describe('the first sync of an account', () => {
  let client: TestClient;
  let account: WorldAccount;
  beforeAll(async () => ({ client, account } = await settled(app, theo, { plan: 'starter' })));

  it('stores every day since the account’s start, figure by figure as Instagram has it', async () => {
    const { first, last, days } = await expectTruth(account);

    expect(first).toBe(account.insightsSince);
    expect(last).toBe(addDays(new Date().toISOString().slice(0, 10), -1));
    expect(days).toBeGreaterThan(300);
  });

  it('keeps which buttons of the profile were tapped, who came on balance, and when followers are online', async () => {
    const today = new Date().toISOString().slice(0, 10);
    const from = addDays(today, -29);
    const truth = await trueDays(app, account.id, from, addDays(today, -1));
    const [days, online] = await Promise.all([
      app.db
        .selectFrom('account_day')
        .selectAll()
        .where('account_id', '=', account.id)
        .where('day', '>=', from)
        .where('day', '<', today)
        .orderBy('day')
        .execute(),
      app.db
        .selectFrom('online_followers')
        .select(['day', 'hours'])
        .where('account_id', '=', account.id)
        .orderBy('day')
        .execute(),
    ]);

    for (const [index, day] of truth.entries()) {
      const taps = day.cells.profileLinksTaps;
      expect(days[index], day.day).toMatchObject({
        new_followers: day.follows - day.unfollows,
        ...(day.profileLinksTaps > 0
          ? { taps_email: taps['EMAIL'] ?? 0, taps_call: taps['CALL'] ?? 0, taps_direction: taps['DIRECTION'] ?? 0 }
          : {}),
      });
    }
    expect(truth.some((day) => day.profileLinksTaps > 0)).toBe(true);
    expect(online.map(({ day }) => day)).toEqual(truth.map(({ day }) => day));
    for (const [index, { onlineFollowers }] of truth.entries())
      expect(online[index]?.hours).toEqual(
        Array.from({ length: 24 }, (_, hour) => onlineFollowers[String(hour)] ?? null),
      );
  });

  it('keeps what only reels, pictures and stories answer', async () => {
    const rows = await app.db.selectFrom('media').selectAll().where('account_id', '=', account.id).execute();
    const year = Date.now() - 365 * 86_400_000;
    const recent = rows.filter((row) => row.published_at.getTime() > year && row.insights_refusal === null);
    const reels = recent.filter((row) => row.product_type === 'REELS');
    const pictures = recent.filter((row) => row.product_type === 'FEED');
    const young = pictures.filter((row) => row.published_at.getTime() > Date.now() - 80 * 86_400_000);
    const stories = recent.filter((row) => row.product_type === 'STORY');

    expect([reels.length, young.length, stories.length].every((count) => count > 0)).toBe(true);
    for (const row of reels) {
      expect(row.average_watch_ms).toBeGreaterThan(0);
      expect(row.skip_rate).toBeGreaterThan(0);
      expect(row.reposts).not.toBeNull();
    }
    for (const row of pictures) expect(row.profile_visits).not.toBeNull();
    for (const row of young) expect(row.activity_bio_link).not.toBeNull();
    for (const row of stories) expect([row.replies, row.taps_forward]).not.toContain(null);
  });

  it('keeps the unique people of whole windows as Instagram counts them', async () => {
    const yesterday = addDays(new Date().toISOString().slice(0, 10), -1);
    for (const days of [7, 14, 28, 30]) {
      for (const endDay of [yesterday, addDays(yesterday, -days)]) {
        const truth = await trueWindow(app, account.id, endDay, days);
        const stored = await app.db
          .selectFrom('account_window')
          .select(['reach', 'engaged'])
          .where('account_id', '=', account.id)
          .where('end_day', '=', endDay)
          .where('days', '=', days)
          .executeTakeFirst();
        expect(stored, `${days} days to ${endDay}`).toEqual({ reach: truth.reach, engaged: truth.engaged });
      }
    }
  });

  it('keeps old posts as they are, to the last figure', async () => {
    const before = addDays(new Date().toISOString().slice(0, 10), -200);
    const old = (await trueMedia(app, account.id)).filter(({ day, kind }) => day < before && kind !== 'story');
    const { media } = await snapshot(account.id);
    const stored = new Map(media.map((row) => [row.media_id, row]));

    expect(old.length).toBeGreaterThan(5);
    for (const { id, totals, caption, hidesLikes } of old) {
      const row = stored.get(id);
      expect(row?.caption).toBe(caption ?? '');
      expect(row, id).toMatchObject({
        reach: totals.reach,
        views: totals.views,
        comments: totals.comments,
        saved: totals.saved,
        shares: totals.shares,
        interactions: totals.totalInteractions,
      });
      if (!hidesLikes) expect(row?.likes).toBe(totals.likes);
    }
  });

  it('has finished its tasks in order and says since when it has figures', async () => {
    const { syncStatus } = await client.call(getSyncStatus, { params: { id: account.id } });

    expect(Object.values(syncStatus.initialization.tasks).map((task) => task?.status)).toEqual(
      Array.from({ length: 6 }, () => 'completed'),
    );
    expect(syncStatus).toMatchObject({
      syncRunning: false,
      currentTask: null,
      problem: null,
      earliestDate: account.insightsSince,
    });
    expect(syncStatus.initialization.tasks.media_history?.done).toBe(account.mediaCount);
    expect(syncStatus.lastSyncAt).not.toBeNull();
  });

  it('changes nothing when it is run again', async () => {
    const before = await snapshot(account.id);
    const { lastSyncAt } = (await client.call(getSyncStatus, { params: { id: account.id } })).syncStatus;

    await requestSync(app.db, account.id, new Date());
    await untilSynced(client, account.id, (status) => status.lastSyncAt !== lastSyncAt && !status.syncRunning);

    const after = await snapshot(account.id);
    const stable = (days: typeof before.days) =>
      days.filter((day) => day.complete).map(({ fetched_at, ...day }) => day);
    expect(stable(after.days)).toEqual(stable(before.days));
    expect(after.media.length).toBe(before.media.length);
    await expectTruth(account);
  });

  it('counts the calls it made', async () => {
    const { totals } = await app.control<{ totals: { calls: number } }>(`ledger?account=${account.id}`);
    const counted = () =>
      app.db
        .selectFrom('api_call_hour')
        .select(({ fn }) => fn.sum<number>('calls').as('calls'))
        .where('account_id', '=', account.id)
        .executeTakeFirst();

    await expect.poll(counted, { timeout: 5_000 }).toEqual({ calls: totals.calls });
  });
});

describe('an account that is not like the others', () => {
  it.each([1, 2, 3])(
    'is synced all the same: Theo’s number %i (few followers, no posts, a business only since last year)',
    async (index) => {
      const client = await app.withPlan(theo, 'agency');
      const account = await accountOf(app, theo, index);

      await client.link(account.id);
      const status = await untilSynced(client, account.id);

      expect(status.problem).toBeNull();
      const posts = (await trueMedia(app, account.id)).filter(({ kind }) => kind !== 'story');
      const stored = await app.db
        .selectFrom('media')
        .select(['media_id', 'insights_refusal', 'views'])
        .where('account_id', '=', account.id)
        .where('product_type', '!=', 'STORY')
        .execute();
      expect(stored.length).toBe(posts.length);
      const refused = new Set(
        stored.filter((row) => row.insights_refusal === 'before_business_account').map((row) => row.media_id),
      );
      expect(refused).toEqual(new Set(posts.filter((post) => !post.hasInsights).map(({ id }) => id)));
      for (const row of stored) expect(row.views === null).toBe(refused.has(row.media_id));
    },
  );
});

describe('when Instagram fails', () => {
  const person = 'maya@sandbox.test';
  const faults = (rules: unknown[]) => app.control('faults', { method: 'POST', body: JSON.stringify({ rules }) });

  it('goes on after errors that pass, and stores the truth', async () => {
    const client = await app.withPlan(person, 'pro');
    await connect(app, client, person);
    const account = await accountOf(app, person, 3);
    await faults([
      { match: { account: account.id }, fault: 'service', times: 2 },
      { match: { path: 'media' }, fault: 'html-502', times: 1 },
    ]);

    await client.link(account.id);
    const status = await untilSynced(client, account.id);
    await app.control('faults', { method: 'DELETE' });

    expect(status.problem).toBeNull();
    await expectTruth(account);
  });

  it('stops at once when the token is dead, says what to do, and goes on after reconnecting', async () => {
    const client = await app.as(person);
    const account = await accountOf(app, person, 1);
    await app.control('meta/expire', { method: 'POST', body: JSON.stringify({ email: person }) });
    await client.link(account.id);

    const broken = await untilSynced(
      client,
      account.id,
      ({ problem, syncRunning }) => problem !== null && !syncRunning,
    );
    await connect(app, client, person);
    const healed = await untilSynced(
      client,
      account.id,
      ({ initialization, syncRunning }) => !initialization.active && !syncRunning,
    );

    expect(broken.problem).toMatchObject({ code: 'reconnect_required' });
    expect(healed.problem).toBeNull();
    await expectTruth(account);
  });

  it('waits as long as Instagram asks to', async () => {
    const client = await app.as(person);
    const account = await accountOf(app, person, 1);
    await faults([{ match: { account: account.id }, fault: 'account-limit', times: 1 }]);
    await requestSync(app.db, account.id, new Date());

    const { problem } = await untilSynced(client, account.id, (status) => status.problem !== null);
    await app.control('faults', { method: 'DELETE' });

    expect(problem?.code).toBe('rate_limited');
    expect(Date.parse(problem?.until ?? '') - Date.now()).toBeGreaterThan(55_000);
  });

  it('stops for an account that nobody has linked any more, and keeps what it has', async () => {
    const client = await app.as(person);
    const account = await accountOf(app, person, 1);
    await client.call(unlinkAccount, { body: { accountId: account.id, type: 'instagram_account' } });

    await requestSync(app.db, account.id, new Date());
    for (let waited = 0; waited < 100; waited += 1) {
      const state = await app.db
        .selectFrom('sync_state')
        .select(['next_sync_at', 'running'])
        .where('account_id', '=', account.id)
        .executeTakeFirst();
      if (state?.next_sync_at === null && !state.running) break;
      await sql`select pg_sleep(0.1)`.execute(app.db);
    }

    const kept = await app.db.selectFrom('account_day').select('day').where('account_id', '=', account.id).execute();
    expect(kept.length).toBeGreaterThan(100);
  });
});
