import {
  addDays,
  addRecipient,
  type AlertSettings,
  chosenAlertKinds,
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

const none: AlertSettings = { all: { app: [], mail: [] }, exceptions: [] };
const toFirstOnly = (app: AlertSettings['exceptions'][number]['app'], mail = app): AlertSettings => ({
  ...none,
  exceptions: [{ accountId: ids[0] ?? '', app, mail }],
});
const listed = async () => (await maya.call(listAlerts, {})).alerts;
/** Alerts about what the tests changed. */
const listNews = async () => (await listed()).filter((alert) => alert.day === day);
const listByKind = async (kind: string) => (await listed()).filter((alert) => alert.kind === kind);
const checks = () => app.db.selectFrom('alert_check').select(['checked_at', 'evaluated']).execute();
async function moveOn() {
  time.moveTo(new Date(time.now().getTime() + 61 * 60_000));
  // The token has expired.
  maya = await app.as(email);
  await until(checks, (rows) => rows.every((row) => row.checked_at >= time.now()));
}
/** Lets time pass and waits until everything is evaluated. */
async function letPass() {
  await moveOn();
  await until(checks, (rows) =>
    rows.every(({ evaluated }) => Object.values(evaluated).every(({ at }) => new Date(at ?? 0) >= time.now())),
  );
}
async function changeDay(factor: number, on = day) {
  await sql`update account_day set views = views * ${factor}::numeric, reach = reach * ${factor}::numeric,
    interactions = interactions * ${factor}::numeric, complete = true
    where account_id = ${ids[0]} and day = ${on}`.execute(app.db);
  await sql`update account set data_version = data_version + 1 where account_id = ${ids[0]}`.execute(app.db);
}

it('is on in the app by default, and off by mail', async () => {
  await letPass();

  expect(await maya.call(getAlertSettings, {})).toEqual({ all: { app: chosenAlertKinds, mail: [] }, exceptions: [] });
  const found = await listed();
  expect(found.length).toBeGreaterThan(0);
  // The user has not had them: they show what alerts are.
  expect(found.filter((alert) => alert.day < addDays(day, -1)).every(({ isRead }) => isRead)).toBe(true);
  expect(found.filter(({ kind }) => kind === 'unusual_day').length).toBeLessThanOrEqual(3 * ids.length);
});

it('is off for kinds and accounts that the user turned off', async () => {
  const before = await listed();

  const saved = await maya.call(saveAlertSettings, { body: toFirstOnly(['follower_milestone']) });
  await changeDay(16);
  await letPass();
  await changeDay(1 / 16);

  expect(saved).toEqual(toFirstOnly(['follower_milestone']));
  expect(await listed()).toEqual(before);
});

it('is not raised about days before a user had alerts', async () => {
  await app.db
    .updateTable('alert_check')
    .set({ since: addDays(day, 1) })
    .execute();
  await maya.call(saveAlertSettings, { body: toFirstOnly(['unusual_day']) });
  await changeDay(16);
  await letPass();
  await changeDay(1 / 16);
  await app.db.updateTable('alert_check').set({ since: null }).execute();

  expect(await listNews()).toEqual([]);
});

it('is sent by mail only among the kinds in the app', async () => {
  await expect(
    maya.call(saveAlertSettings, { body: { all: { app: [], mail: ['sync_behind'] }, exceptions: [] } }),
  ).rejects.toMatchObject({ code: 'invalid_input' });
});

it("neither shows nor configures alerts for another user's account", async () => {
  const cal = await app.as('cal@sandbox.test');

  await expect(cal.call(saveAlertSettings, { body: toFirstOnly(['unusual_day']) })).rejects.toMatchObject({
    code: 'account_not_found',
  });
  await expect(cal.call(previewAlerts, { body: toFirstOnly(['unusual_day']) })).rejects.toMatchObject({
    code: 'account_not_found',
  });
  expect(await cal.call(listAlerts, {})).toEqual({ alerts: [], unread: 0 });
});

it('rolls back if its mail cannot be queued, and is raised once later', async () => {
  await maya.call(addRecipient, { body: { address: email, subscriptions: ['alert'] } });
  await sql`alter table mail_message add constraint no_alerts check (kind <> 'alert')`.execute(app.db);
  await maya.call(saveAlertSettings, { body: toFirstOnly(['unusual_day']) });
  await changeDay(16);
  await moveOn();
  expect(await listNews()).toEqual([]);

  await sql`alter table mail_message drop constraint no_alerts`.execute(app.db);
  const worker = await app.startWorker();
  await letPass();
  await letPass();
  await worker.close();

  const [alert, ...more] = await listNews();
  expect(more).toEqual([]);
  expect(alert).toMatchObject({
    accountId: ids[0],
    day,
    isRead: false,
    path: `/?from=${day}&to=${day}&accounts=${ids[0]}`,
    step: 'See the day’s numbers and posts',
    sentence: expect.stringMatching(/^@\S+ (had|reached) [\d,]+ .* on Thursday, Nov 19, [\d.]+ times as many as usual/),
  });
  const mail = await waitForMail(app, email, ({ text }) => text.includes(alert?.sentence ?? 'none'));
  expect(mail.text).toContain(`See the day’s numbers and posts:\n${app.url}${alert?.path}`);
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
  const [alert] = await listNews();
  const cal = await app.as('cal@sandbox.test');

  await cal.call(markAlertsRead, { body: { alertIds: [alert?.id ?? ''] } });
  expect((await maya.call(listAlerts, {})).unread).toBe(1);

  expect(await maya.call(markAlertsRead, { body: { alertIds: [alert?.id ?? ''] } })).toEqual({ unread: 0 });
  expect((await listNews())[0]?.isRead).toBe(true);
});

it('is previewed over eight weeks by the same rules', async () => {
  await changeDay(1 / 8, addDays(day, -30));

  const { alerts } = await maya.call(previewAlerts, { body: toFirstOnly(['unusual_day', 'follower_milestone']) });

  const days = alerts.filter(({ kind }) => kind === 'unusual_day').map((alert) => alert.day);
  expect(days).toContain(day);
  expect(days).toContain(addDays(day, -30));
  expect(days).toEqual(days.toSorted().toReversed());
  expect(await listNews()).toHaveLength(1);
});

it('warns 14, 7 and 1 days before a login ends, once each, in one mail with other alerts', async () => {
  await maya.call(saveAlertSettings, {
    body: {
      all: { app: ['login_ending'], mail: ['login_ending'] },
      exceptions: [{ accountId: ids[1] ?? '', app: ['sync_behind'], mail: ['sync_behind'] }],
    },
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
  for (const { sentence, step, path } of [...behind, ...login])
    expect(mail.text).toContain(`- ${sentence}\n  ${step}\n  ${app.url}${path}`);
  expect(login[0]?.step).toBe('Reconnect');
});

it('is hidden and stops once its account is unlinked', async () => {
  await maya.call(saveAlertSettings, { body: toFirstOnly(['unusual_day']) });
  expect(await listNews()).toHaveLength(1);

  const account = { accountId: ids[0] ?? '', type: 'instagram_account' as const };
  await maya.call(unlinkAccount, { body: account });

  expect(await listNews()).toEqual([]);
  expect(await maya.call(getAlertSettings, {})).toEqual(none);
});

it('is about interactions alone where a network counts neither views nor reach', async () => {
  const [, accountId = ''] = ids;
  const unusual = addDays(day, -10);
  await sql`update account_day set views = null, reach = null where account_id = ${accountId}`.execute(app.db);
  await sql`update account_day set interactions = interactions * 60
    where account_id = ${accountId} and day = ${unusual}`.execute(app.db);
  await sql`update media set views = null where account_id = ${accountId}`.execute(app.db);

  const { alerts } = await maya.call(previewAlerts, {
    body: { ...none, exceptions: [{ accountId, app: ['unusual_day', 'post_above_peers'], mail: [] }] },
  });

  const days = alerts.filter(({ kind }) => kind === 'unusual_day');
  expect(days.map((alert) => alert.day)).toContain(unusual);
  for (const { sentence } of alerts) expect(sentence).toMatch(/ had [\d,]+ interactions (on|after) /);
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
