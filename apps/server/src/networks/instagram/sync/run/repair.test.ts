import { addDays } from '@tidemark/contract';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { sql } from 'kysely';
import { startFaultApp, type FaultApp } from '../../../../../test/faults.ts';
import { toStoredDay, trueDays, worldToday, type WorldAccount } from '../../../../../test/world.ts';

let app: FaultApp;
let account: WorldAccount;
beforeAll(async () => {
  const crowd = { owner: 'ines' as const, accounts: 6, days: 100 };
  app = await startFaultApp({ start: new Date('2026-11-21T18:00:00Z'), sandboxOptions: { crowd } });
});
afterAll(() => app.close());
beforeEach(async () => {
  account = app.fresh();
  await app.begin(account);
});

/** Stores what a version before 0.2 may have: totals over two days each, and followers derived from them. */
async function makeOutdated(): Promise<void> {
  await sql`update account_day set window_rule = 1, views = views * 2, likes = likes * 2, interactions = interactions * 2,
    follows = follows * 2, unfollows = unfollows * 2, followers = followers - 100, views_reel = views_reel * 2
    where account_id = ${account.id}`.execute(app.db);
}

function storedDays() {
  return app.db
    .selectFrom('account_day')
    .selectAll()
    .where('account_id', '=', account.id)
    .where('complete', '=', true)
    .orderBy('day')
    .execute();
}

it('refetches every day that has an old window rule, including followers', async () => {
  await makeOutdated();

  await app.pass(1);

  const days = await storedDays();
  const today = await worldToday(app);
  const truth = await trueDays(app, account.id, account.insightsSince, addDays(today, -1));
  expect(days.map(({ day }) => day)).toEqual(truth.map(({ day }) => day));
  for (const [index, day] of truth.entries())
    expect(days[index], day.day).toMatchObject({ ...toStoredDay(day, today), window_rule: 3 });
});

it('marks outdated days that Instagram no longer provides instead of requesting them daily', async () => {
  await makeOutdated();
  const lost = addDays(account.insightsSince, -3);
  await app.db
    .insertInto('account_day')
    .values({
      account_id: account.id,
      day: lost,
      views: 12,
      complete: true,
      fetched_at: app.time.now(),
      window_rule: 1,
    })
    .execute();

  await app.pass(1);
  await app.listCalls(account);
  await app.pass(1);

  expect((await storedDays())[0]).toMatchObject({ day: lost, views: 12, window_rule: 0 });
  expect((await app.listCalls(account)).calls).toBeLessThanOrEqual(80);
});

it('reports differences and refetches them with repair', async () => {
  await app.db
    .updateTable('account_day')
    .set({ views: sql`views * 2` })
    .where('account_id', '=', account.id)
    .where('day', '>', addDays(await worldToday(app), -8))
    .execute();

  const [before] = await app.verify({ accountId: account.id, repair: true });
  await app.read(account);
  const [after] = await app.verify({ accountId: account.id });

  // Instagram may still revise the last two days, which the next sync fetches anyway.
  expect(before).toMatchObject({ outcome: 'different', repairs: 5 });
  expect(before?.differences.map(({ metric }) => metric)).toContain('views');
  expect(after).toMatchObject({ outcome: 'same', differences: [] });
});
