import {
  addDays,
  addRecipient,
  type AlertSettings,
  getAlertSettings,
  listAlerts,
  markAlertsRead,
  previewAlerts,
  saveAlertSettings,
  setSubscriptions,
  unlinkAccount,
} from '@tidemark/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listMail, waitForMail } from '../../../test/mailbox.ts';
import { createTestClock, untilQuiet } from '../../../test/passing-time.ts';
import { startTestApp, type TestApp } from '../../../test/start-test-app.ts';
import type { TestClient } from '../../../test/test-client.ts';
import { until } from '../../../test/until.ts';
import { connect, listWorldAccounts } from '../../../test/world.ts';

const email = 'maya@sandbox.test';
const time = createTestClock(new Date('2026-11-21T18:00:00Z'));
/** The last day that Instagram has closed. */
const day = '2026-11-19';
let app: TestApp;
let maya: TestClient;
let ids: string[];

beforeAll(async () => {
  app = await startTestApp({
    clock: time.clock,
    pollIntervalSeconds: 0.1,
    sandboxOptions: { clock: time.right, anchor: '2026-11-21' },
  });
  maya = await app.withPlan(email, 'agency');
  await connect(app, maya, email);
  ids = (await listWorldAccounts(app, email)).map(({ id }) => id).slice(0, 2);
  for (const id of ids) await maya.link(id);
  await untilQuiet(app, time, 170_000);
}, 180_000);
afterAll(() => app.close());

const toDaySettings = (kinds: AlertSettings['accounts'][number]['kinds']): AlertSettings => ({
  loginEnding: false,
  accounts: [{ accountId: ids[0] ?? '', kinds }],
});
const listed = async () => (await maya.call(listAlerts, {})).alerts;
const listByKind = async (kind: string) => (await listed()).filter((alert) => alert.kind === kind);
const checkedAt = () => app.db.selectFrom('alert_watch').select('checked_at').execute();
async function moveOn() {
  time.moveTo(new Date(time.now().getTime() + 61 * 60_000));
  // The token has expired.
  maya = await app.as(email);
  await until(checkedAt, (rows) => rows.every((row) => row.checked_at >= time.now()));
}
/** Lets time pass and waits until all watches are evaluated. */
async function letPass() {
  await moveOn();
  await until(
    () => app.db.selectFrom('alert_watch').select('evaluated_at').execute(),
    (rows) => rows.every((row) => (row.evaluated_at ?? new Date(0)) >= time.now()),
  );
}
async function changeDay(factor: number, on = day) {
  await sql`update account_day set views = views * ${factor}::numeric, reach = reach * ${factor}::numeric,
    interactions = interactions * ${factor}::numeric, complete = true
    where account_id = ${ids[0]} and day = ${on}`.execute(app.db);
  await sql`update account set data_version = data_version + 1 where account_id = ${ids[0]}`.execute(app.db);
}

it('is off until the user turns it on, per account and kind', async () => {
  expect(await maya.call(getAlertSettings, {})).toEqual({ loginEnding: false, accounts: [] });

  const saved = await maya.call(saveAlertSettings, { body: toDaySettings(['unusual_day']) });

  expect(saved).toEqual(toDaySettings(['unusual_day']));
  await letPass();
  expect(await listByKind('unusual_day')).toEqual([]);
});

it("neither shows nor configures alerts for another user's account", async () => {
  const cal = await app.as('cal@sandbox.test');

  await expect(cal.call(saveAlertSettings, { body: toDaySettings(['unusual_day']) })).rejects.toMatchObject({
    code: 'account_not_found',
  });
  await expect(cal.call(previewAlerts, { body: toDaySettings(['unusual_day']) })).rejects.toMatchObject({
    code: 'account_not_found',
  });
  expect(await cal.call(listAlerts, {})).toEqual({ alerts: [], unread: 0 });
});

it('rolls back if its mail cannot be queued, and is raised once later', async () => {
  await maya.call(addRecipient, { body: { address: email, subscriptions: ['alert'] } });
  await sql`alter table mail_message add constraint no_alerts check (kind <> 'alert')`.execute(app.db);
  await changeDay(16);
  await moveOn();
  expect(await listed()).toEqual([]);

  await sql`alter table mail_message drop constraint no_alerts`.execute(app.db);
  const worker = await app.startWorker();
  await letPass();
  await letPass();
  await worker.close();

  const [alert, ...more] = await listByKind('unusual_day');
  expect(more).toEqual([]);
  expect(alert).toMatchObject({
    accountId: ids[0],
    day,
    isRead: false,
    path: `/?from=${day}&to=${day}&accounts=${ids[0]}`,
    sentence: expect.stringMatching(/^@\S+ (had|reached) [\d,]+ .* on Thursday, Nov 19, [\d.]+ times as many as usual/),
  });
  const mail = await waitForMail(app, email, ({ text }) => text.includes(alert?.sentence ?? 'none'));
  expect(mail.text).toContain(`${app.url}${alert?.path}`);
  expect(mail.headers.find(({ name }) => name === 'List-Unsubscribe')?.value).toContain('/mail/unsubscribe/alert/');
  expect(await listMail(app, email)).toHaveLength(1);
});

it('is raised at most once per kind, account and day, by a unique key', async () => {
  const add = (subject: string) =>
    sql`insert into alert (alert_id, user_id, account_id, kind, subject, day, raised_on, sentence, path, created_at)
      select gen_random_uuid(), user_id, account_id, kind, ${subject}, day, raised_on, sentence, path, created_at
      from alert limit 1`.execute(app.db);

  await expect(add('another')).rejects.toThrow(/alert_once_a_day/);
});

it('can be marked as read by its own user only', async () => {
  const [alert] = await listed();
  const cal = await app.as('cal@sandbox.test');

  await cal.call(markAlertsRead, { body: { alertIds: [alert?.id ?? ''] } });
  expect((await maya.call(listAlerts, {})).unread).toBe(1);

  expect(await maya.call(markAlertsRead, { body: { alertIds: [alert?.id ?? ''] } })).toEqual({ unread: 0 });
  expect((await listed())[0]?.isRead).toBe(true);
});

it('is previewed over eight weeks by the same rules', async () => {
  await changeDay(1 / 8, addDays(day, -30));

  const { alerts } = await maya.call(previewAlerts, { body: toDaySettings(['unusual_day', 'follower_milestone']) });

  const days = alerts.filter(({ kind }) => kind === 'unusual_day').map((alert) => alert.day);
  expect(days).toContain(day);
  expect(days).toContain(addDays(day, -30));
  expect(days).toEqual(days.toSorted().toReversed());
  expect((await listed()).map((alert) => alert.day)).toEqual([day]);
});

it('warns 14, 7 and 1 days before a login ends, once each, in one mail with other alerts', async () => {
  await maya.call(saveAlertSettings, {
    body: { loginEnding: true, accounts: [{ accountId: ids[1] ?? '', kinds: ['sync_behind'] }] },
  });
  const endIn = (days: number) =>
    sql`update meta_connection set expires_at = null,
      data_access_expires_at = ${new Date(time.now().getTime() + days * 86_400_000)}`.execute(app.db);
  await sql`update sync_state set last_sync_at = ${new Date(time.now().getTime() - 26 * 3_600_000)}
    where account_id = ${ids[1]}`.execute(app.db);
  await endIn(6.5);

  await letPass();
  await letPass();

  const behind = await listByKind('sync_behind');
  const login = await listByKind('login_ending');
  expect([behind.length, login.length]).toEqual([1, 1]);
  expect(behind[0]?.sentence).toContain('has not synced since');
  expect(login[0]).toMatchObject({
    accountId: null,
    path: '/profile',
    sentence: expect.stringContaining('expires on'),
  });
  const mail = await waitForMail(app, email, ({ subject }) => subject.startsWith('2 alerts'));
  for (const { sentence } of [...behind, ...login]) expect(mail.text).toContain(sentence);
});

it('is hidden and stops once its account is unlinked', async () => {
  await maya.call(saveAlertSettings, { body: toDaySettings(['unusual_day']) });
  expect(await listByKind('unusual_day')).toHaveLength(1);

  const account = { accountId: ids[0] ?? '', type: 'instagram_account' as const };
  await maya.call(unlinkAccount, { body: account });

  expect(await listByKind('unusual_day')).toEqual([]);
  expect(await maya.call(getAlertSettings, {})).toEqual({ loginEnding: false, accounts: [] });
});

it('cannot be resubscribed by the user after the recipient unsubscribes', async () => {
  const friend = await maya.call(addRecipient, {
    body: { address: 'friend@tidemark.test', subscriptions: ['digest', 'alert'] },
  });
  await sql`update recipient set confirmed_at = now() where recipient_id = ${friend.id}`.execute(app.db);
  const { unsubscribe_token: token } = await app.db
    .selectFrom('recipient')
    .select('unsubscribe_token')
    .where('recipient_id', '=', friend.id)
    .executeTakeFirstOrThrow();
  const left = await fetch(`${app.url}/api/v1/mail/unsubscribe/alert/${token}`, { method: 'POST' });
  expect(left.status).toBe(200);
  const set = (subscriptions: ('digest' | 'alert')[]) =>
    maya.call(setSubscriptions, { params: { id: friend.id }, body: { subscriptions } });

  await expect(set(['digest', 'alert'])).rejects.toMatchObject({ code: 'recipient_left' });
  expect(await set(['digest'])).toMatchObject({ state: 'confirmed', subscriptions: ['digest'], left: ['alert'] });
});
