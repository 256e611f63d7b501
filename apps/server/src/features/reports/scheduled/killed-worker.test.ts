import { addRecipient, createReport, deleteReport, scheduleReport, toUtcDay } from '@tidemark/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { killSender } from '../../../../test/kill-sender.ts';
import { listMail } from '../../../../test/mailbox.ts';
import { startNode } from '../../../../test/nodes.ts';
import { startTestApp, type TestApp } from '../../../../test/start-test-app.ts';
import { createTestDatabase } from '../../../../test/test-database.ts';
import type { TestClient } from '../../../../test/test-client.ts';
import { until } from '../../../../test/until.ts';
import { startSynced } from '../../../../test/world.ts';

const email = 'maya@sandbox.test';
const day = 86_400_000;
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let app: TestApp;
let client: TestClient;
let accountId: string;
let ahead = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  app = await startTestApp({
    work: false,
    address: database.address,
    pollIntervalSeconds: 0.1,
    clock: () => new Date(Date.now() + ahead),
  });
  const worker = await app.startWorker();
  const synced = await startSynced(app, email);
  await worker.close();
  client = synced.client;
  accountId = synced.account.id;
  await client.call(addRecipient, { body: { address: email, subscriptions: ['report'] } });
});
afterAll(async () => {
  await app.close();
  await database.drop();
});

/** Makes a report due now, for one recipient. */
async function makeReportDue(): Promise<string> {
  ahead = 0;
  await app.db.deleteFrom('mail_message').execute();
  await app.control('mail/messages', { method: 'DELETE' });
  const { id } = await client.call(createReport, {
    body: {
      title: 'Weekly report',
      accountIds: [accountId],
      range: { kind: 'last-days', days: 7 },
      comparison: 'none',
      timeZone: 'Europe/Berlin',
      sections: [{ kind: 'metrics', comment: '' }],
    },
  });
  const schedule = { cadence: 'weekly' as const, weekday: 1, monthDay: 1, hour: 8, timeZone: 'Europe/Berlin' };
  await client.call(scheduleReport, { params: { id }, body: { schedule } });
  await app.db
    .updateTable('report_schedule')
    .set({ next_at: new Date(`${toUtcDay(new Date(Date.now() - day))}T07:00:00Z`) })
    .execute();
  return id;
}

const endLease = () => void (ahead = 200_000);

it('sends a scheduled report once if its worker dies before the message begins', async () => {
  let id = '';
  const { killed, arrived } = await killSender(app, {
    address: database.address,
    email,
    step: 'recipient',
    state: 'sent',
    send: async () => (id = await makeReportDue()),
    endLease,
  });

  expect(killed).toMatchObject({ kind: 'report', state: 'sending', begun_at: null });
  expect(arrived).toBe(1);
  await client.call(deleteReport, { params: { id } });
});

it('marks a scheduled report unknown without resending if its worker dies after the message begins', async () => {
  let id = '';
  const { killed, arrived } = await killSender(app, {
    address: database.address,
    email,
    step: 'content',
    state: 'unknown',
    send: async () => (id = await makeReportDue()),
    endLease,
  });

  expect(killed).toMatchObject({ kind: 'report', state: 'sending', begun_at: expect.any(Date) });
  expect(arrived).toBe(1);
  await client.call(deleteReport, { params: { id } });
});

/** Returns true if a process waits for the lock to store the message. */
async function isQueueing(): Promise<boolean> {
  const { rows } = await sql`select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query ilike 'insert into "mail_message"%'`.execute(
    app.db,
  );
  return rows.length > 0;
}

it('sends a scheduled report once if its worker dies while it is queued', async () => {
  const id = await makeReportDue();
  const lock = await app.db.startTransaction().execute();
  await sql`lock table mail_message in share mode`.execute(lock);
  const node = await startNode(app, { role: 'work', address: database.address });
  await until(isQueueing);
  await node.kill();
  await lock.rollback().execute();

  endLease();
  const worker = await app.startWorker();
  await until(async () => (await listMail(app, email)).length > 0);
  await worker.close();

  expect(await listMail(app, email)).toHaveLength(1);
  await client.call(deleteReport, { params: { id } });
});
