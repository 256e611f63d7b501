import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { App } from '../src/app.ts';
import { startFaultApp, type FaultApp } from '../test/faults.ts';
import { untilQuiet } from '../test/passing-time.ts';

let app: FaultApp;
let workers: App[];
beforeAll(async () => {
  app = await startFaultApp();
  workers = await Promise.all([app.startWorker(), app.startWorker(), app.startWorker()]);
});
afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.close()));
  await app.close();
});
afterEach(() => app.strike(null));

it('duplicates and loses nothing when four workers take an account from each other', async () => {
  const account = app.fresh(10);
  await app.strike(account, [{ fault: 'slow', params: { millis: 60 } }]);
  const beginning = app.begin(account);
  let taken = 0;
  for (let turn = 0; turn < 40; turn += 1) {
    await sleep(50 + Math.random() * 150);
    // Simulates a lease owner that was suspended for a minute: it continues without knowing that its lease has expired.
    const { numUpdatedRows } = await app.db
      .updateTable('sync_state')
      .set({ lease_until: sql<Date>`now() - interval '1 second'`, next_sync_at: app.time.now(), sync_requested: true })
      .where('account_id', '=', account.id)
      .executeTakeFirst();
    taken += Number(numUpdatedRows);
  }
  await app.strike(null);
  await beginning;
  await app.recover(account);

  expect(taken).toBeGreaterThan(30);
  expect((await app.getState(account)).fencing_token).toBeGreaterThan(10);
  await app.expectTruth(account);
});

it('delays a newly linked account at most five seconds behind ten thousand due accounts', async () => {
  await sql`insert into account (account_id, type, username)
    select 'waiting-' || n, 'instagram_account', 'waiting' from generate_series(1, 10000) n`.execute(app.db);
  await sql`insert into sync_state (account_id, next_sync_at)
    select 'waiting-' || n, ${app.time.now()} from generate_series(1, 10000) n`.execute(app.db);
  await sleep(1_000);
  const account = app.fresh();
  await app.listCalls(account);
  const client = await app.as('ines@sandbox.test');

  const startedAt = Date.now();
  await client.link(account.id);
  let requests = 0;
  while (requests === 0 && Date.now() - startedAt < 10_000) {
    await sleep(50);
    ({ requests } = await app.listCalls(account));
  }

  expect(Date.now() - startedAt).toBeLessThan(5_000);
  await app.db.deleteFrom('sync_state').where('account_id', 'like', 'waiting-%').execute();
  await untilQuiet(app, app.time);
  await app.expectTruth(account);
});
