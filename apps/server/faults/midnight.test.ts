import { afterAll, beforeAll, expect, it } from 'vitest';
import { startFaultApp, type FaultApp } from '../test/faults.ts';
import { trueDays, type WorldAccount } from '../test/world.ts';

const day = 86_400_000;
let app: FaultApp;
beforeAll(async () => (app = await startFaultApp()));
afterAll(() => app.close());

async function expectFollowers(account: WorldAccount): Promise<void> {
  const rows = await app.db
    .selectFrom('account_day')
    .select(['day', 'followers'])
    .where('account_id', '=', account.id)
    .where('complete', '=', true)
    .orderBy('day')
    .execute();
  const truth = await trueDays(app, account.id, rows[0]?.day ?? '', rows.at(-1)?.day ?? '');
  expect(rows.length).toBeGreaterThan(10);
  expect(rows).toEqual(truth.map((row) => ({ day: row.day, followers: row.followersEnd })));
}

function moveToNextDay(minutes: number): void {
  const midnight = Math.ceil((app.time.now().getTime() + 1) / day) * day;
  app.time.moveTo(new Date(midnight + minutes * 60_000));
}

it.each([1, 30, 300, 1200])(
  'an account linked %i minutes into Instagram’s day gets its followers for every day',
  async (minutes) => {
    moveToNextDay(minutes);
    const account = app.fresh(8);

    await app.begin(account);

    await expectFollowers(account);
    await app.leave(account);
  },
);

it.each([
  ['before its first window', 'insights'],
  ['at its profile', 'followers_count'],
])('a first sync paused %s until the next day stores its followers for every day', async (_, path) => {
  moveToNextDay(1430);
  const account = app.fresh(8);
  await app.strike(account, [{ fault: 'account-limit', match: { path }, times: 1, params: { minutes: 60 } }]);
  await app.begin(account);
  expect(await app.struck()).toBe(1);

  await app.recover(account);

  await app.expectTruth(account);
  await app.leave(account);
});
