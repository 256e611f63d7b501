import { addDays, getSyncStatus, listConnectionAccounts, refreshAccount, subscribeDocument } from '@tidemark/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestClock, passTime, untilQuiet, type TestClock } from '../../../../../test/passing-time.ts';
import { startTestApp, type TestApp } from '../../../../../test/start-test-app.ts';
import { until } from '../../../../../test/until.ts';
import { getWorldAccount, connect, trueDays, untilSynced, type WorldAccount } from '../../../../../test/world.ts';

const hourMillis = 3_600_000;
const dayMillis = 24 * hourMillis;

/** Returns the next 17:00 UTC: all accounts' nightly syncs are over, and the next are hours away. */
function afterNightlySyncs(): Date {
  const hour = 17 * hourMillis;
  return new Date(Math.ceil((Date.now() - hour) / dayMillis) * dayMillis + hour);
}

let app: TestApp;
let time: TestClock;
beforeAll(async () => {
  time = createTestClock(afterNightlySyncs());
  app = await startTestApp({ clock: time.clock, pollIntervalSeconds: 0.1 });
});
afterAll(() => app.close());

async function linked(email: string, index = 0): Promise<WorldAccount> {
  const client = await app.withPlan(email, 'agency');
  await connect(app, client, email);
  const account = await getWorldAccount(app, email, index);
  await client.link(account.id);
  await untilQuiet(app, time);
  return account;
}

function getState(accountId: string) {
  return app.db.selectFrom('sync_state').selectAll().where('account_id', '=', accountId).executeTakeFirstOrThrow();
}

async function getStatus(email: string, accountId: string) {
  const client = await app.as(email);
  return (await client.call(getSyncStatus, { params: { id: accountId } })).syncStatus;
}

const later = (millis: number) => new Date(time.now().getTime() + millis);

describe('account with a login broken for weeks', () => {
  const owner = 'cal@sandbox.test';
  let account: WorldAccount;
  beforeAll(async () => {
    account = await linked(owner);
    await app.control('meta/expire', { method: 'POST', body: JSON.stringify({ email: owner, subcode: 460 }) });
    await passTime(app, time, later(40 * dayMillis));
  }, 60_000);

  it('waits without calls and explains the problem', async () => {
    const { problem, nextSyncAt } = await getStatus(owner, account.id);

    expect(problem).toMatchObject({ code: 'reconnect_required', cause: 'password_changed' });
    expect(nextSyncAt).toBeNull();
  });

  it('restores every day after reconnecting and reports missed stories', async () => {
    const brokenSince = new Date(time.now().getTime() - 40 * dayMillis);
    await connect(app, await app.as(owner), owner);
    await untilSynced(await app.as(owner), account.id, (status) => status.problem === null && !status.syncRunning);
    await untilQuiet(app, time);

    const today = time.now().toISOString().slice(0, 10);
    const truth = await trueDays(app, account.id, addDays(today, -45), addDays(today, -1));
    const stored = await app.db
      .selectFrom('account_day')
      .select(['day', 'views', 'reach', 'interactions', 'follows', 'followers'])
      .where('account_id', '=', account.id)
      .where('day', '>=', addDays(today, -45))
      .where('day', '<', today)
      .orderBy('day')
      .execute();
    expect(stored).toEqual(
      truth.map((day) => ({
        day: day.day,
        views: day.views,
        reach: day.reach,
        interactions: day.totalInteractions,
        follows: day.follows,
        followers: day.followersEnd,
      })),
    );
    const { gaps, problem } = await getStatus(owner, account.id);
    expect(problem).toBeNull();
    expect(gaps).toMatchObject([{ kind: 'stories', reason: 'reconnect_required' }]);
    expect(Math.abs(Date.parse(gaps[0]?.from ?? '') - brokenSince.getTime())).toBeLessThan(dayMillis);
    expect(Date.parse(gaps[0]?.to ?? '')).toBe(time.now().getTime() - dayMillis);
  });
});

describe('sync schedule of an account', () => {
  const owner = 'nadia@sandbox.test';
  let account: WorldAccount;
  beforeAll(async () => (account = await linked(owner)), 60_000);

  it("slows down everything but a story's final fetch by the operator’s throttle factor", async () => {
    const figuresReadAt = async () => ({ ...(await getState(account.id)).part_synced_at, stories: undefined });
    // The factor scales the time between two syncs, and only nightly syncs are a day apart.
    await passTime(app, time, later(2 * dayMillis));
    const since = await figuresReadAt();
    await app.db.updateTable('sync_state').set({ throttle_factor: 10 }).where('account_id', '=', account.id).execute();
    await passTime(app, time, later(4 * dayMillis));
    const slowed = await figuresReadAt();
    await app.db.updateTable('sync_state').set({ throttle_factor: 1 }).where('account_id', '=', account.id).execute();
    await passTime(app, time, later(8 * dayMillis));

    expect(slowed).toEqual(since);
    expect(await figuresReadAt()).not.toEqual(since);
  });

  it('syncs an opened account immediately if its data is older than an hour', async () => {
    await app.db
      .updateTable('sync_state')
      .set({ next_sync_at: time.now() })
      .where('account_id', '=', account.id)
      .execute();
    await untilQuiet(app, time);
    await passTime(app, time, later(2 * hourMillis));
    const before = await getState(account.id);
    const client = await app.as(owner);

    await client.call(subscribeDocument, { body: { docType: 'account', docId: account.id } });
    await untilQuiet(app, time);

    const after = await getState(account.id);
    expect(after.last_sync_at?.getTime()).toBe(time.now().getTime());
    expect(before.last_sync_at?.getTime()).toBeLessThan(time.now().getTime() - hourMillis);
  });

  it('prioritizes a user’s refresh request, at most once a minute', async () => {
    await passTime(app, time, later(10 * 60_000));
    const client = await app.as(owner);
    const before = await getState(account.id);

    await client.call(refreshAccount, { params: { id: account.id } });
    await untilQuiet(app, time);
    const first = await getState(account.id);
    await app.control('ledger', { method: 'DELETE' });
    await client.call(refreshAccount, { params: { id: account.id } });
    await untilQuiet(app, time);

    expect(first.last_sync_at?.getTime()).toBeGreaterThan(before.last_sync_at?.getTime() ?? 0);
    const { totals } = await app.control<{ totals: { requests: number } }>(`ledger?account=${account.id}`);
    expect(totals.requests).toBe(0);
  });

  it('rejects a refresh without access as if the account did not exist', async () => {
    const stranger = await app.as('theo@sandbox.test');

    await expect(stranger.call(refreshAccount, { params: { id: account.id } })).rejects.toMatchObject({
      status: 404,
      code: 'account_not_found',
    });
  });

  it('stores Instagram’s latest revision of a day, then ignores older responses', async () => {
    await app.control('faults', {
      method: 'POST',
      body: JSON.stringify({
        rules: [{ match: { account: account.id }, fault: 'revised-days', params: { factor: 2 } }],
      }),
    });
    // Two days, because today's nightly sync may have run before the fault.
    await passTime(app, time, later(2 * dayMillis));
    const revisedDay = addDays(time.now().toISOString().slice(0, 10), -2);
    const doubled = await getViews(revisedDay);
    await app.control('faults', { method: 'DELETE' });
    await passTime(app, time, later(2 * dayMillis));
    const [truth] = await trueDays(app, account.id, revisedDay, revisedDay);

    expect(doubled).toBe((truth?.views ?? 0) * 2);
    expect(await getViews(revisedDay)).toBe(truth?.views);
  });

  async function getViews(day: string) {
    const row = await app.db
      .selectFrom('account_day')
      .select('views')
      .where('account_id', '=', account.id)
      .where('day', '=', day)
      .executeTakeFirst();
    return row?.views;
  }
});

it('reports an invalid login within seconds, without a call per account', async () => {
  const owner = 'fiona@sandbox.test';
  const account = await linked(owner);
  await app.control('meta/expire', { method: 'POST', body: JSON.stringify({ email: owner, subcode: 458 }) });
  const client = await app.as(owner);
  await app.control('ledger', { method: 'DELETE' });

  await client.call(listConnectionAccounts, {}).catch(() => undefined);
  const status = await untilSynced(client, account.id, ({ problem }) => problem !== null);

  expect(status.problem).toMatchObject({ code: 'reconnect_required', cause: 'app_removed' });
  const { totals } = await app.control<{ totals: { requests: number } }>(`ledger?account=${account.id}`);
  expect(totals.requests).toBe(0);
});

describe('ten thousand accounts due at once', () => {
  const owner = 'olu@sandbox.test';

  it('runs a requested sync ahead of ten thousand due accounts', async () => {
    const account = await linked(owner);
    await passTime(app, time, later(2 * hourMillis));
    // No login lists them, so each takes little time; only the queue matters.
    await sql`insert into account (account_id, type, username)
      select 'crowd-' || n, 'instagram_account', 'crowd' || n from generate_series(1, 10000) n`.execute(app.db);
    await sql`insert into sync_state (account_id, next_sync_at, initialized_at)
      select 'crowd-' || n, ${time.now()}, ${time.now()} from generate_series(1, 10000) n`.execute(app.db);
    const client = await app.as(owner);
    await client.call(refreshAccount, { params: { id: account.id } });
    await until(async () => (await getState(account.id)).last_sync_at?.getTime() === time.now().getTime());
    const waiting = await app.db
      .selectFrom('sync_state')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('next_sync_at', '<=', time.now())
      .executeTakeFirstOrThrow();
    await sql`delete from sync_state where account_id like 'crowd-%'`.execute(app.db);

    expect(waiting.count).toBeGreaterThan(1_000);
  });
});
