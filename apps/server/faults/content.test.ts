import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startFaultApp, type FaultApp, type FaultRule } from '../test/faults.ts';
import { trueDays, trueMedia, worldToday, type WorldAccount } from '../test/world.ts';
import { startOfDay } from '../src/platform/clock.ts';

const twoPages = 55;

describe.each(['facebook', 'instagram'] as const)('with a login at %s', (loginAt) => {
  let app: FaultApp;
  let account: WorldAccount;
  beforeAll(async () => (app = await startFaultApp({ loginAt })));
  afterAll(() => app.close());
  afterEach(async () => {
    await app.strike(null);
    await app.leave(account);
  });

  describe('a faulty list during the first sync', () => {
    it.each<[string, Partial<FaultRule>[]]>([
      ['with pages shorter than asked for', [{ fault: 'short-page' }]],
      ['with links into the future', [{ fault: 'paging-to-future' }]],
      ['with a cursor that is refused for a while', [{ fault: 'invalid-cursor', times: 2, match: { path: 'after' } }]],
      ['with ids as numbers that no number can hold', [{ fault: 'ids-as-numbers', times: 3 }]],
      ['with texts where numbers should be', [{ fault: 'wrong-types', times: 3 }]],
    ])('%s is fetched completely, each post once', async (_, rules) => {
      account = app.fresh(twoPages);
      await app.strike(account, rules);

      await app.begin(account);
      expect(await app.struck()).toBeGreaterThan(0);
      await app.strike(null);
      await app.recover(account);

      await app.expectTruth(account);
    });

    it.each<[string, Partial<FaultRule>[]]>([
      ['with a page that is empty, and others after it', [{ fault: 'empty-page-with-next', times: 1 }]],
      ['whose cursor goes round in circles', [{ fault: 'cursor-loop' }]],
      ['that leaves the first post of each page out', [{ fault: 'deleted-between-pages' }]],
    ])('%s comes to an end, and is completed by the next full sync', async (_, rules) => {
      account = app.fresh(twoPages);
      await app.strike(account, rules);

      await app.begin(account);
      await app.recover(account);

      const pages = await app.struck();
      expect(pages).toBeGreaterThan(0);
      expect(pages).toBeLessThan(60);
      await app.strike(null);
      await app.pass(9);
      await app.expectTruth(account);
    });
  });

  describe('missing metrics', () => {
    it.each<[string, Partial<FaultRule>[]]>([
      ['a null for a number', [{ fault: 'null-values', match: { path: 'insights' } }]],
      ['a metric left out', [{ fault: 'missing-metric', match: { path: 'insights' } }]],
      ['nothing at all', [{ fault: 'empty-data', match: { path: '/insights' } }]],
    ])('%s is stored as missing, never as zero', async (_, rules) => {
      account = app.fresh(10);
      await app.strike(account, rules);

      await app.begin(account);

      const rows = await app.db.selectFrom('account_day').selectAll().where('account_id', '=', account.id).execute();
      const today = app.time.now().toISOString().slice(0, 10);
      const truth = new Map(
        (await trueDays(app, account.id, account.insightsSince, today)).map((day) => [day.day, day]),
      );
      for (const row of rows.filter(({ complete }) => complete)) {
        const day = truth.get(row.day);
        for (const [stored, reported] of [
          [row.views, day?.views],
          [row.reach, day?.reach],
          [row.interactions, day?.totalInteractions],
          [row.engaged, day?.accountsEngaged],
        ])
          expect([null, reported], row.day).toContain(stored);
      }
      const posts = new Map((await trueMedia(app, account.id)).map((media) => [media.id, media.totals]));
      const stored = await app.db.selectFrom('media').selectAll().where('account_id', '=', account.id).execute();
      expect(stored.length).toBeGreaterThan(0);
      for (const row of stored) expect([null, posts.get(row.media_id)?.reach]).toContain(row.reach);
    });

    it('do not overwrite days that were synced before', async () => {
      account = app.fresh();
      await app.begin(account);
      await app.strike(account, [{ fault: 'empty-data' }]);

      await app.pass(2);

      expect(await app.struck()).toBeGreaterThan(0);
      await app.strike(null);
      await app.pass(2);
      await app.expectTruth(account);
    });
  });

  describe('metrics that change later', () => {
    it.each<[string, Partial<FaultRule>]>([
      ['a day told too early is read again until it is whole', { fault: 'delayed-data', params: { hours: 30 } }],
      ['a day that Instagram revises ends as it has it', { fault: 'revised-days', params: { factor: 1.3 } }],
    ])('%s', async (_, rule) => {
      account = app.fresh(10);
      await app.begin(account);
      // Today's values are wrong today and on the next two days.
      const today = await worldToday(app);
      const since = startOfDay('America/Los_Angeles', today).getTime() / 1000;
      await app.strike(account, [{ ...rule, match: { path: `since=${since}&` } }]);

      await app.pass(2);

      const [wrong] = await trueDays(app, account.id, today, today);
      const stored = await app.db
        .selectFrom('account_day')
        .select('likes')
        .where('account_id', '=', account.id)
        .where('day', '=', today)
        .executeTakeFirst();
      expect(stored?.likes).not.toBe(wrong?.likes);
      await app.strike(null);
      await app.pass(2);
      await app.expectTruth(account);
    });

    it('keeps totals correct after withdrawn and repeated likes', async () => {
      account = app.fresh(10);
      await app.begin(account);
      await app.strike(account, [{ fault: 'likes-withdrawn', params: { likes: 3 } }]);

      await app.pass(2);

      expect(await app.struck()).toBeGreaterThan(0);
      await app.strike(null);
      await app.pass(2);
      await app.expectTruth(account);
    });
  });

  describe('an exhausted quota', () => {
    it('stops calls from 95 percent on, and the sync completes once it recovers', async () => {
      account = app.fresh(twoPages);
      await app.strike(account, [{ fault: 'usage', params: { percent: 96 } }]);
      await app.listCalls(account);

      await app.begin(account);

      expect((await app.listCalls(account)).requests).toBeLessThan(4);
      expect((await app.getState(account)).problem?.code).toBe('rate_limited');
      await app.strike(null);
      await app.recover(account);
      await app.expectTruth(account);
    });
  });
});
