import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startFaultApp, type FaultApp } from '../../../../test/faults.ts';
import { startTestApp, type TestApp } from '../../../../test/start-test-app.ts';
import { listWorldCollaborations, startSynced, trueMedia, type WorldAccount } from '../../../../test/world.ts';

describe('posts of an account', () => {
  let app: TestApp;
  let account: WorldAccount;
  beforeAll(async () => {
    app = await startTestApp();
    ({ account } = await startSynced(app, 'maya@sandbox.test'));
  });
  afterAll(() => app.close());

  const stored = async () =>
    new Map(
      (await app.db.selectFrom('media').selectAll().where('account_id', '=', account.id).execute()).map((row) => [
        row.media_id,
        row,
      ]),
    );

  it('names only collaborators who have accepted', async () => {
    const rows = await stored();
    const posts = (await trueMedia(app, account.id)).filter(({ id }) => rows.get(id)?.type_metrics_fetched_at);
    const invited = posts.filter(({ collaborators }) => collaborators.length > 0);

    expect(
      new Set(invited.flatMap(({ collaborators }) => collaborators.map(({ inviteStatus }) => inviteStatus))),
    ).toEqual(new Set(['Accepted', 'Pending', 'Declined']));
    for (const { id, collaborators } of invited)
      expect(rows.get(id)?.collaborators, id).toEqual(
        collaborators.filter(({ inviteStatus }) => inviteStatus === 'Accepted').map(({ username }) => `@${username}`),
      );
  });

  it("includes posts by other accounts that collaborate, with Instagram's metrics", async () => {
    const rows = await stored();
    const truth = await listWorldCollaborations(app, account.id);

    const collaborations = [...rows.values()].filter((row) => row.is_collaboration);

    expect(collaborations.map(({ media_id }) => media_id).sort()).toEqual(
      truth
        .slice(0, 50)
        .map(({ id }) => id)
        .sort(),
    );
    for (const { id, owner, totals } of truth.filter((post) => rows.has(post.id))) {
      expect(rows.get(id), id).toMatchObject({ username: owner, reach: null, insights_refusal: 'collaboration' });
      expect(rows.get(id)?.saved ?? 0, id).toBeGreaterThanOrEqual(totals.saved - 2);
    }
    const videos = collaborations.filter((row) => row.media_type === 'VIDEO');
    expect(videos.every(({ total_views }) => total_views !== null)).toBe(true);
  });

  it('stores metrics including ads beside organic metrics', async () => {
    const rows = await stored();
    const boosted = (await trueMedia(app, account.id)).filter(
      ({ id, isBoosted }) => isBoosted && rows.get(id)?.type_metrics_fetched_at,
    );

    expect(boosted.length).toBeGreaterThan(0);
    for (const { id } of boosted) {
      const row = rows.get(id);
      expect(row?.total_views ?? 0, id).toBeGreaterThan(row?.views ?? 0);
    }
  });
});

describe('lifetime totals lowered by Instagram', () => {
  let app: FaultApp;
  beforeAll(async () => (app = await startFaultApp({ start: new Date('2026-11-21T18:00:00Z') })));
  afterAll(() => app.close());

  it('reduces the overcounted days without affecting the current day', async () => {
    const account = app.fresh(12);
    await app.begin(account);
    await app.pass(3);
    const days = () =>
      app.db
        .selectFrom('media_day')
        .selectAll()
        .where('account_id', '=', account.id)
        .where('media_id', '=', post?.media_id ?? '')
        .orderBy('day')
        .execute();
    const [post] = await app.db
      .selectFrom('media')
      .select(['media_id', 'reach'])
      .where('account_id', '=', account.id)
      .where('product_type', '!=', 'STORY')
      .where('reach', '>', 20)
      .orderBy('reach', 'desc')
      .limit(1)
      .execute();
    const before = await days();
    await app.strike(account, [
      { fault: 'falling-totals', params: { media: post?.media_id ?? '', metrics: 'reach', share: 0.7 } },
    ]);

    await app.pass(2);

    const after = await days();
    const total = await app.db
      .selectFrom('media')
      .select('reach')
      .where('account_id', '=', account.id)
      .where('media_id', '=', post?.media_id ?? '')
      .executeTakeFirst();
    expect(total?.reach ?? 0).toBeLessThan((post?.reach ?? 0) * 0.5);
    expect(after.reduce((sum, { reach }) => sum + reach, 0)).toBe(total?.reach);
    expect(after.every(({ reach }) => reach >= 0)).toBe(true);
    expect(after.some(({ corrected }) => corrected)).toBe(true);
    expect(after.length).toBeGreaterThanOrEqual(before.length);
    const [report] = await app.verify({ accountId: account.id });
    expect(report?.differences).toEqual([]);
  });
});
