import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startFaultApp, type FaultApp } from '../test/faults.ts';
import type { WorldAccount } from '../test/world.ts';

const minute = 60_000;
const day = 1_440 * minute;

async function expectNoDayTwice(app: FaultApp, account: WorldAccount): Promise<void> {
  const { rows } = await sql<{ days: number; from: string; to: string }>`
    select count(*)::int as days, min(day)::text as from, max(day)::text as to
    from account_day where account_id = ${account.id}`.execute(app.db);
  const [row] = rows;
  // Every day from first to last, without duplicates or gaps.
  expect(row?.days).toBe((Date.parse(row?.to ?? '') - Date.parse(row?.from ?? '')) / day + 1);
}

describe('a sync around midnight', () => {
  let app: FaultApp;
  let account: WorldAccount;
  beforeAll(async () => (app = await startFaultApp()));
  afterAll(() => app.close());
  afterEach(async () => {
    app.time.goWrongBy(0);
    await app.leave(account);
  });

  /** Moves to this many minutes after the next midnight. */
  function moveToMidnight(minutes: number): void {
    const midnight = Math.ceil((app.time.right().getTime() + 1) / day) * day;
    app.time.moveTo(new Date(midnight + minutes * minute));
  }

  it.each([
    ['goes ten minutes ahead', 10],
    ['goes ten minutes behind', -10],
  ])('stores every day once and correctly when the clock %s', async (_, minutes) => {
    account = app.fresh(1);
    moveToMidnight(-5);
    await app.begin(account);
    app.time.goWrongBy(minutes * minute);
    await app.read(account);
    await app.pass(2);
    app.time.goWrongBy(0);
    await app.recover(account);
    await app.pass(2);

    await expectNoDayTwice(app, account);
    await app.expectTruth(account);
  });

  it('stores every day once and correctly when the clock repeatedly jumps back over midnight', async () => {
    account = app.fresh(1);
    moveToMidnight(-8);
    await app.begin(account);
    for (const minutes of [10, 0, 12, -3, 20, 0]) {
      app.time.goWrongBy(minutes * minute);
      await app.read(account);
    }
    app.time.goWrongBy(0);
    await app.recover(account);
    await app.pass(2);

    await expectNoDayTwice(app, account);
    await app.expectTruth(account);
  });
});

it.each([
  ['in which clocks go forward', '2027-03-12T18:00:00Z', 'America/Los_Angeles'],
  ['in which clocks go back', '2027-11-05T18:00:00Z', 'America/Los_Angeles'],
  ['in which a leap day lies', '2028-02-26T18:00:00Z', 'UTC'],
])('days %s are each stored once and correctly', async (_, start, dayZone) => {
  const app = await startFaultApp({ start: new Date(start), sandboxOptions: { dayZone } });
  const account = app.fresh(1);

  await app.begin(account);
  await app.pass(5);

  await expectNoDayTwice(app, account);
  await app.expectTruth(account);
  await app.close();
});
