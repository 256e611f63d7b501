import { addDays, getSyncStatus, unlinkAccount } from '@tidemark/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../../test/start-test-app.ts';
import type { TestClient } from '../../../../../test/test-client.ts';
import {
  getWorldAccount,
  connect,
  listWorldAccounts,
  startSynced,
  toStoredDay,
  trueDays,
  trueMedia,
  trueWindow,
  untilSynced,
  worldToday,
  type WorldAccount,
} from '../../../../../test/world.ts';

let app: TestApp;
beforeAll(async () => (app = await startTestApp()));
afterAll(() => app.close());

const theo = 'theo@sandbox.test';

/** Returns the first day of the two years that a first sync fetches. */
const firstPossibleDay = async () => addDays(await worldToday(app), -729);

function makeDue(accountId: string) {
  return app.db
    .updateTable('sync_state')
    .set({ next_sync_at: new Date(), sync_requested: true })
    .where('account_id', '=', accountId)
    .execute();
}

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
  const deltas = await app.db
    .selectFrom('media_day')
    .select([
      'media_id',
      ({ fn }) => fn.sum<number>('views').as('views'),
      ({ fn }) => fn.sum<number>('interactions').as('interactions'),
    ])
    .where('account_id', '=', accountId)
    .groupBy('media_id')
    .execute();
  return { days, media, deltas: new Map(deltas.map((row) => [row.media_id, row])) };
}

/** Compares stored closed days and media with the true values. */
async function expectTruth(account: WorldAccount) {
  const { days, media, deltas } = await snapshot(account.id);
  const complete = days.filter((day) => day.complete);
  const [first, last] = [complete[0]?.day ?? '', complete.at(-1)?.day ?? ''];
  const truth = await trueDays(app, account.id, first, last);
  expect(complete.map(({ day }) => day)).toEqual(truth.map(({ day }) => day));
  const today = await worldToday(app);
  for (const [index, day] of truth.entries()) {
    expect(complete[index], day.day).toMatchObject(toStoredDay(day, today));
  }
  const posts = (await trueMedia(app, account.id)).filter(({ kind }) => kind !== 'story');
  const own = media.filter((row) => row.product_type !== 'STORY' && !row.is_collaboration);
  expect(own.map(({ media_id }) => media_id)).toEqual(posts.map(({ id }) => id).sort());
  for (const row of media) {
    // Totals grow during the test, but deltas must always add up to them.
    expect(deltas.get(row.media_id)?.views ?? 0, row.media_id).toBe(row.views ?? 0);
    expect(deltas.get(row.media_id)?.interactions ?? 0, row.media_id).toBe(row.interactions ?? 0);
  }
  return { days: complete.length, first, last };
}

describe('first sync of an account', () => {
  let client: TestClient;
  let account: WorldAccount;
  let firstDay: string;
  beforeAll(async () => {
    ({ client, account } = await startSynced(app, theo, { plan: 'starter' }));
    const twoYearsAgo = await firstPossibleDay();
    firstDay = account.insightsSince > twoYearsAgo ? account.insightsSince : twoYearsAgo;
  });

  it('stores every day since the account’s start, at most two years, metric by metric', async () => {
    const { first, last, days } = await expectTruth(account);

    expect(first).toBe(firstDay);
    expect(last).toBe(addDays(await worldToday(app), -1));
    expect(days).toBeGreaterThan(300);
  });

  it('stores profile button taps, net follower changes and online hours', async () => {
    const today = await worldToday(app);
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
        new_followers: expect.any(Number),
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

  it('stores metrics specific to reels and images', async () => {
    const rows = await app.db.selectFrom('media').selectAll().where('account_id', '=', account.id).execute();
    const year = Date.now() - 365 * 86_400_000;
    const recent = rows.filter((row) => row.published_at.getTime() > year && row.insights_refusal === null);
    const reels = recent.filter((row) => row.product_type === 'REELS');
    const pictures = recent.filter((row) => row.product_type === 'FEED');
    const young = pictures.filter((row) => row.published_at.getTime() > Date.now() - 80 * 86_400_000);

    expect([reels.length, young.length]).not.toContain(0);
    for (const row of reels) {
      expect(row.average_watch_ms).toBeGreaterThan(0);
      expect(row.skip_rate).toBeGreaterThan(0);
      expect(row.reposts).not.toBeNull();
    }
    for (const row of pictures) expect(row.profile_visits).not.toBeNull();
    const truth = new Map((await trueMedia(app, account.id)).map((media) => [media.id, media.profileActivity]));
    const actions = young.map((row) => ({
      bio_link_clicked: row.activity_bio_link,
      call: row.activity_call,
      direction: row.activity_direction,
      email: row.activity_email,
      text: row.activity_text,
      other: row.activity_other,
    }));
    // Recent posts change during the test: a metric may lag but not be 0 where Instagram has more.
    for (const [index, row] of young.entries())
      for (const [name, count] of Object.entries(truth.get(row.media_id) ?? {})) {
        const stored = Object.entries(actions[index] ?? {}).find(([action]) => action === name)?.[1];
        expect(Math.abs((stored ?? -10) - count), `${row.media_id} ${name}`).toBeLessThanOrEqual(1);
      }
    expect(actions.reduce((sum, { email }) => sum + (email ?? 0), 0)).toBeGreaterThan(0);
  });

  it("stores a window's unique people as counted by Instagram", async () => {
    const yesterday = addDays(await worldToday(app), -1);
    for (const days of [7, 14, 28, 30]) {
      for (const endDay of [yesterday, addDays(yesterday, -days)]) {
        const truth = await trueWindow(app, account.id, endDay, days);
        const stored = await app.db
          .selectFrom('account_window')
          .select(['reach', 'reach_non_follower', 'engaged'])
          .where('account_id', '=', account.id)
          .where('end_day', '=', endDay)
          .where('days', '=', days)
          .executeTakeFirst();
        expect(stored, `${days} days to ${endDay}`).toEqual({
          reach: truth.reach,
          reach_non_follower: truth.nonFollowerReach,
          engaged: truth.engaged,
        });
      }
    }
  });

  it('stores every metric of old posts exactly', async () => {
    const before = addDays(new Date().toISOString().slice(0, 10), -200);
    const old = (await trueMedia(app, account.id)).filter(
      ({ day, kind }) => day >= firstDay && day < before && kind !== 'story',
    );
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

  it('completes its tasks in order and reports the earliest day', async () => {
    const { syncStatus } = await client.call(getSyncStatus, { params: { id: account.id } });

    expect(Object.values(syncStatus.initialization.tasks).map((task) => task?.status)).toEqual(
      Array.from({ length: 6 }, () => 'completed'),
    );
    expect(syncStatus).toMatchObject({
      syncRunning: false,
      currentTask: null,
      problem: null,
      earliestDate: firstDay,
    });
    expect(syncStatus.initialization.tasks.media_history?.done).toBe(account.mediaCount);
    expect(syncStatus.lastSyncAt).not.toBeNull();
  });

  it('changes nothing when repeated', async () => {
    const before = await snapshot(account.id);
    const { lastSyncAt } = (await client.call(getSyncStatus, { params: { id: account.id } })).syncStatus;

    await makeDue(account.id);
    await untilSynced(client, account.id, (status) => status.lastSyncAt !== lastSyncAt && !status.syncRunning);

    const after = await snapshot(account.id);
    const stable = (days: typeof before.days) =>
      days.filter((day) => day.complete).map(({ fetched_at, ...day }) => day);
    expect(stable(after.days)).toEqual(stable(before.days));
    expect(after.media.length).toBe(before.media.length);
    await expectTruth(account);
  });

  it('counts its API calls', async () => {
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

it('stores replies and taps of live stories in a first sync', async () => {
  const ines = 'ines@sandbox.test';
  const withStory = (await listWorldAccounts(app, ines)).findIndex(({ liveStories }) => liveStories > 0);
  const { account } = await startSynced(app, ines, { plan: 'agency', account: withStory });

  const stories = await app.db
    .selectFrom('media')
    .select(['media_id', 'replies', 'taps_forward'])
    .where('account_id', '=', account.id)
    .where('product_type', '=', 'STORY')
    .execute();
  expect(stories.length).toBeGreaterThan(0);
  for (const row of stories) expect([row.replies, row.taps_forward], row.media_id).not.toContain(null);
});

describe('unusual accounts', () => {
  it.each([1, 2, 3])(
    'syncs Theo’s account %i (few followers, no posts, a business only since last year)',
    async (index) => {
      const client = await app.withPlan(theo, 'agency');
      const account = await getWorldAccount(app, theo, index);

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
      const withoutInsights = new Set(posts.filter((post) => !post.hasInsights).map(({ id }) => id));
      expect([...refused].filter((id) => !withoutInsights.has(id))).toEqual([]);
      // Insights of older posts are not requested.
      const since = await firstPossibleDay();
      const views = new Map(stored.map((row) => [row.media_id, row.views]));
      for (const { id, day } of posts.filter((post) => post.day >= since)) {
        expect(refused.has(id), day).toBe(withoutInsights.has(id));
        expect(views.get(id) === null, day).toBe(withoutInsights.has(id));
      }
    },
  );
});

describe('Instagram failures', () => {
  const person = 'maya@sandbox.test';
  const faults = (rules: unknown[]) => app.control('faults', { method: 'POST', body: JSON.stringify({ rules }) });

  it('resumes after transient errors and stores the true values', async () => {
    const client = await app.withPlan(person, 'pro');
    await connect(app, client, person);
    const account = await getWorldAccount(app, person, 3);
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

  it('stops at an invalid token, explains what to do and resumes after reconnecting', async () => {
    const client = await app.as(person);
    const account = await getWorldAccount(app, person, 1);
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

  it('waits as long as Instagram asks for', async () => {
    const client = await app.as(person);
    const account = await getWorldAccount(app, person, 1);
    await faults([{ match: { account: account.id }, fault: 'account-limit', times: 1 }]);
    await makeDue(account.id);

    const { problem } = await untilSynced(client, account.id, (status) => status.problem !== null);
    await app.control('faults', { method: 'DELETE' });

    expect(problem?.code).toBe('rate_limited');
    expect(Date.parse(problem?.until ?? '') - Date.now()).toBeGreaterThan(55_000);
  });

  it('stops syncing an account that no user links any more, and keeps its data', async () => {
    const client = await app.as(person);
    const account = await getWorldAccount(app, person, 1);
    await client.call(unlinkAccount, { body: { accountId: account.id, type: 'instagram_account' } });

    await makeDue(account.id);
    for (let waited = 0; waited < 100; waited += 1) {
      const state = await app.db
        .selectFrom('sync_state')
        .select(['next_sync_at', 'running'])
        .where('account_id', '=', account.id)
        .executeTakeFirst();
      if (state?.next_sync_at === null && !state.running) break;
      await sql`select pg_sleep(0.1)`.execute(app.db);
    }

    const stored = await app.db.selectFrom('account_day').select('day').where('account_id', '=', account.id).execute();
    expect(stored.length).toBeGreaterThan(100);
  });
});
