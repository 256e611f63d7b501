import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startFaultApp, type FaultApp } from '../test/faults.ts';
import type { WorldAccount } from '../test/world.ts';

// Problems that other Instagram connectors reported in their issue trackers.

describe('an account in another time zone', () => {
  it.each(['America/Los_Angeles', 'Pacific/Kiritimati', 'Asia/Kathmandu'])(
    'has every day, including the last, in %s',
    async (dayZone) => {
      const app = await startFaultApp({ sandboxOptions: { dayZone } });
      const account = app.fresh(8);

      await app.begin(account);
      await app.expectTruth(account);
      await app.pass(3);

      await app.expectTruth(account);
      await app.close();
    },
  );
});

describe.each(['facebook', 'instagram'] as const)('an account with a login at %s', (loginAt) => {
  let app: FaultApp;
  let account: WorldAccount;
  beforeAll(async () => (app = await startFaultApp({ loginAt })));
  afterAll(() => app.close());
  afterEach(async () => {
    await app.strike(null);
    await app.leave(account);
  });

  const listBroken = () =>
    app.db
      .selectFrom(loginAt === 'facebook' ? 'meta_connection' : 'instagram_login')
      .select('broken_at')
      .where('broken_at', 'is not', null)
      .execute();

  it.each([
    ['of days', 'profile_views'],
    ['of a breakdown', 'follows_and_unfollows'],
    ['of reels', 'reels_skip_rate'],
    ['of posts', 'profile_visits'],
  ])('stores all other metrics when Instagram drops a metric %s', async (_, metric) => {
    account = app.fresh(30);
    const refusal = { code: 100, message: `(#100) metric[0] must be one of the following values: not ${metric}` };
    await app.strike(account, [{ fault: 'error', params: refusal, match: { path: metric } }]);

    await app.begin(account);

    expect(await app.struck()).toBeGreaterThan(0);
    const { problem, initialized_at: initializedAt } = await app.getState(account);
    expect(problem).toBeNull();
    expect(initializedAt).not.toBeNull();
    const days = await app.db
      .selectFrom('account_day')
      .select(['views', 'reach', 'interactions', 'engaged', 'reach_reel'])
      .where('account_id', '=', account.id)
      .where('complete', '=', true)
      .execute();
    expect(days.length).toBeGreaterThan(10);
    expect(days.flatMap((row) => Object.values(row)).filter((value) => value === null)).toEqual([]);
    const posts = await app.db
      .selectFrom('media')
      .select(['reach', 'views', 'interactions'])
      .where('account_id', '=', account.id)
      .where('product_type', '!=', 'STORY')
      .execute();
    expect(posts.flatMap((row) => Object.values(row)).filter((value) => value === null)).toEqual([]);
  });

  it('syncs completely when its stories have too few viewers', async () => {
    account = app.fresh(8);
    await app.strike(account, [{ fault: 'few-viewers', match: { path: '/(179|180)\\d{14}/insights' } }]);

    await app.begin(account);
    await app.pass(1);

    await app.strike(null);
    await app.expectTruth(account);
  });

  it.each([
    ['a wrong parameter', { code: 100 }],
    [
      'a span too long',
      { code: 100, message: '(#100) There cannot be more than 30 days (2592000 s) between since and until' },
    ],
    ['an object that is not there', { code: 803 }],
    ['a fault of the service', { code: 2, status: 500 }],
    ['a fatal', { code: -1, subcode: 2_207_086 }],
    ['too many calls', { code: 80_002 }],
  ])('stays connected after %s', async (_, params) => {
    account = app.fresh(8);
    await app.strike(account, [{ fault: 'error', params }]);

    await app.begin(account);

    expect(await app.struck()).toBeGreaterThan(0);
    expect(await listBroken()).toEqual([]);
    await app.strike(null);
    await app.recover(account);
    await app.expectTruth(account);
  });
});
