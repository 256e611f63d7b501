import { addDays, getMetricCard } from '@tidemark/contract';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { dayIn, startOfDay } from '../../../../platform/clock.ts';
import { startFaultApp, type FaultApp, type FaultRule } from '../../../../../test/faults.ts';
import { listWorldAccounts, toStoredDay, trueDays, worldToday, type WorldAccount } from '../../../../../test/world.ts';

const zone = 'America/Los_Angeles';
// Half past eleven in the evening there; the last 60 days include the day of 25 hours.
const start = new Date('2026-11-21T07:30:00Z');
const switches = [
  'series-dated-by-end',
  'old-follow-types',
  'exact-parts',
  'no-net-losses',
  'old-days-silent',
  'long-totals',
  'range-end-excluded',
] as const;
/** Each pair of switches in all four combinations. */
const worlds = ['0000000', '0001111', '0110011', '0111100', '1010101', '1011010', '1100110', '1101001'].map((row) =>
  switches.filter((_, index) => row[index] === '1'),
);

let app: FaultApp;
let account: WorldAccount;
beforeAll(async () => {
  const crowd = { owner: 'ines' as const, accounts: 25, days: 90, followers: 400 };
  app = await startFaultApp({ start, sandboxOptions: { crowd } });
});
afterAll(() => app.close());
afterEach(async () => {
  await app.strike(null);
  await app.leave(account);
});

/** Compares every column of closed days, new followers and online hours included. */
async function expectTrueDays(of: WorldAccount, length: number, { newest = 1 } = {}): Promise<void> {
  const today = await worldToday(app);
  const [from, to] = [addDays(today, -length), addDays(today, -newest)];
  const truth = await trueDays(app, of.id, from, to);
  const [days, online] = await Promise.all([
    app.db
      .selectFrom('account_day')
      .selectAll()
      .where('account_id', '=', of.id)
      .where('day', '>=', from)
      .where('complete', '=', true)
      .orderBy('day')
      .execute(),
    app.db.selectFrom('online_followers').select(['day', 'hours']).where('account_id', '=', of.id).execute(),
  ]);
  const hours = new Map(online.map((row) => [row.day, row.hours]));
  expect(days.map(({ day }) => day)).toEqual(truth.map(({ day }) => day));
  for (const [index, day] of truth.entries()) {
    expect(days[index], day.day).toMatchObject(toStoredDay(day, addDays(today, 1 - newest)));
    if (day.day < addDays(today, -28)) continue;
    expect(days[index]?.new_followers, day.day).toBe(day.follows);
    expect(hours.get(day.day), day.day).toEqual(
      Array.from({ length: 24 }, (_, hour) => day.onlineFollowers[String(hour)] ?? null),
    );
  }
}

const toRules = (faults: readonly FaultRule['fault'][]) => faults.map((fault) => ({ fault }));

describe.each(worlds.map((world) => [world.join(', ') || 'the best evidence', world] as const))(
  'where Instagram follows %s',
  (_, world) => {
    it('stores every column under the right day, now and in later syncs', async () => {
      account = app.fresh();
      await app.strike(account, toRules(world));

      await app.begin(account);
      await expectTrueDays(account, 60);
      await app.pass(2);

      await expectTrueDays(account, 60);
      expect((await app.getState(account)).problem).toBeNull();
      const [report] = await app.verify({ accountId: account.id });
      expect(report).toMatchObject({ outcome: 'same', differences: [] });
    });
  },
);

/** Stores the account's series as versions before 0.2 did: a day early, with the wrong day's reach. */
async function fileByEnd({ id }: WorldAccount): Promise<void> {
  await sql`update account_day as target set window_rule = 2,
      reach = (select reach from account_day as later where later.account_id = target.account_id and later.day = target.day + 1),
      new_followers = (select new_followers from account_day as later where later.account_id = target.account_id and later.day = target.day + 1)
    where account_id = ${id}`.execute(app.db);
  await sql`update online_followers set day = day - 100001 where account_id = ${id}`.execute(app.db);
  await sql`update online_followers set day = day + 100000 where account_id = ${id}`.execute(app.db);
  await app.db
    .updateTable('sync_state')
    .set({ series_shift: -1, series_learned: false })
    .where('account_id', '=', id)
    .execute();
}

it.each([
  ['ahead of UTC, whose yesterday still runs in Los Angeles', 'Pacific/Kiritimati', true],
  ['behind Los Angeles, whose yesterday is closed', 'Pacific/Pago_Pago', false],
])('shows viewers %s the same days', async (_, viewerZone, isRunning) => {
  app.time.moveTo(new Date(`${addDays(await worldToday(app), 2)}T07:30:00Z`));
  account = app.fresh();
  await app.begin(account);
  const today = await worldToday(app);
  const to = addDays(dayIn(viewerZone, app.time.now()), -1);
  const from = addDays(to, -6);

  const card = await (
    await app.as('ines@sandbox.test')
  ).call(getMetricCard, {
    params: { metric: 'views' },
    body: { cStart: `${from}T00:00:00.000Z`, cEnd: `${to}T23:59:59.999Z`, accountIds: [account.id] },
  });

  const truth = await trueDays(app, account.id, from, to);
  expect(card.current).toBe(truth.reduce((sum, day) => sum + day.views, 0));
  expect([to >= today, card.isApprox]).toEqual([isRunning, isRunning]);
});

it('moves series that an earlier version dated a day early, once', async () => {
  account = app.fresh();
  await app.begin(account);
  await fileByEnd(account);
  const [before] = await app.verify({ accountId: account.id, repair: true });

  await app.pass(1);
  await app.pass(1);

  expect(before?.differences).toContainEqual(
    expect.objectContaining({ what: 'series', metric: 'days between date and value', stored: -1, instagram: 0 }),
  );
  // Nothing was stored for the day before the account's first.
  await expectTrueDays(account, 60);
  expect((await app.getState(account)).series_moved_at).not.toBeNull();
});

it('leaves stored series alone when Instagram changes how it dates new ones', async () => {
  account = app.fresh();
  await app.begin(account);
  await app.strike(account, toRules(['series-dated-by-end']));

  await app.pass(2);

  await expectTrueDays(account, 60);
  expect(await app.getState(account)).toMatchObject({ series_shift: -1, series_moved_at: null });
});

it.each([
  ['refused', []],
  ['omitted', ['old-days-silent']],
] as const)(
  'completes a two-year first sync that passes midnight in Los Angeles, with older days %s',
  async (_, world) => {
    app.time.moveTo(new Date(`${addDays(await worldToday(app), 2)}T07:30:00Z`));
    const today = await worldToday(app);
    const old = (await listWorldAccounts(app, 'ines@sandbox.test')).filter(
      ({ insightsSince }) => insightsSince < addDays(today, -731),
    );
    account = old.toSorted((one, other) => one.mediaCount - other.mediaCount)[world.length] ?? account;
    const oldest = startOfDay(zone, addDays(today, -729)).getTime() / 1000;
    // The account is limited for an hour when it reaches the oldest day, which Instagram then no longer provides.
    await app.strike(account, [
      ...toRules(world),
      { fault: 'account-limit', params: { minutes: 60 }, match: { path: `since=${oldest}` } },
    ]);
    await app.begin(account);
    const paused = await app.getState(account);
    await app.strike(account, toRules(world));

    await app.recover(account);

    expect(paused).toMatchObject({ initialized_at: null, initialization: { insights: { status: 'in_progress' } } });
    expect(await worldToday(app)).toBe(addDays(today, 1));
    const state = await app.getState(account);
    expect(state.initialized_at).not.toBeNull();
    expect(state.initialization.insights).toMatchObject({ status: 'completed' });
    // A day that was running when fetched is fetched again the next night.
    await expectTrueDays(account, 728, { newest: 2 });
  },
  120_000,
);
