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
  // As many as there are from the first to the last: none twice, none left out.
  expect(row?.days).toBe((Date.parse(row?.to ?? '') - Date.parse(row?.from ?? '')) / day + 1);
}

describe('a machine whose clock', () => {
  let app: FaultApp;
  let account: WorldAccount;
  beforeAll(async () => (app = await startFaultApp()));
  afterAll(() => app.close());
  afterEach(async () => {
    app.time.goWrongBy(0);
    await app.leave(account);
  });

  /** So many minutes after the next midnight. */
  function moveToMidnight(minutes: number): void {
    const midnight = Math.ceil((app.time.right().getTime() + 1) / day) * day;
    app.time.moveTo(new Date(midnight + minutes * minute));
  }

  it.each([
    ['goes ten minutes ahead', 10],
    ['goes ten minutes behind', -10],
  ])('%s around midnight keeps every day once, and the truth', async (_, minutes) => {
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

  it('jumps back over midnight again and again does the same', async () => {
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
])('days %s are each kept once, and as they were', async (_, start, dayZone) => {
  const app = await startFaultApp({ start: new Date(start), sandboxOptions: { dayZone } });
  const account = app.fresh(1);

  await app.begin(account);
  await app.pass(5);

  await expectNoDayTwice(app, account);
  await app.expectTruth(account);
  await app.close();
});
