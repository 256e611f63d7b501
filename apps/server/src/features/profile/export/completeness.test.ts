import {
  addRecipient,
  createApiKey,
  createLiveToken,
  deleteUser,
  saveAlertSettings,
  saveAlertWebhook,
  saveDigestSchedule,
  setUserRole,
  testAlertWebhook,
} from '@tidemark/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openHttpBrowser } from '../../../../test/http-browser.ts';
import { readZip } from '../../../../test/read-zip.ts';
import { startTestApp, type TestApp } from '../../../../test/start-test-app.ts';
import type { TestClient } from '../../../../test/test-client.ts';
import { getWorldAccount, connect } from '../../../../test/world.ts';

/** Places in `profile.json` for each table that refers to a user. */
const exportedAs: Record<string, string[]> = {
  account_ref: ['linkedAccounts'],
  alert: ['alerts'],
  alert_choice: ['alertSettings'],
  alert_delivery: ['alertDeliveries'],
  alert_webhook: ['alertWebhook'],
  annotation: ['annotations'],
  api_key: ['apiKeys'],
  app_comparison: ['appComparisons'],
  app_user: ['user'],
  audit_entry: ['audit', 'ownActions'],
  bluesky_login: ['blueskyLogins'],
  connection_account: ['accountsOfTheLogin'],
  digest_schedule: ['digest'],
  feature_request: ['featureRequests'],
  identity_role: ['role'],
  label: ['labels'],
  lent_account: ['lentAccounts'],
  live_token: ['liveSessions'],
  local_identity: ['signIn'],
  mail_message: ['mail'],
  instagram_login: ['instagramLogins'],
  meta_connection: ['businessLogin'],
  payment_customer: ['paymentCustomer'],
  payment_event: ['paymentEvents'],
  passkey: ['signIn'],
  peer: ['peers'],
  picture_upload: ['pictureUploads'],
  recipient: ['mailRecipients'],
  recovery_code: ['signIn'],
  report: ['reports'],
  report_comment: ['reportComments'],
  report_logo: ['reportLogo'],
  saved_view: ['savedViews'],
  session: ['sessions'],
  share_link: ['shareLinks'],
  subscription: ['subscription'],
  subscription_change: ['planHistory'],
  upvote: ['upvotes'],
  user_action_day: ['actionsPerDay'],
  user_day: ['daysPresent'],
  workspace_member: ['memberships', 'workspace'],
};
const notExported: Record<string, string> = {
  bluesky_sign_in: 'expires within fifteen minutes, and contains no more than secrets',
  alert_check: 'when alerts were last looked for in the linked accounts',
  deleted_identity: 'written when the user is deleted',
  passkey_challenge: 'expires within five minutes',
  sign_in_link: 'expires within a week, and contains no more than the user’s own address',
  meta_deletion: 'names a person of Meta only while a deletion is under way, and no user',
};
/** Tables whose rows outlive the user. */
const staysAfterDeletion = ['audit_entry'];

const email = 'maya@sandbox.test';
const reference = ['user_id', 'actor_id', 'identity_hash', 'customer_id', 'meta_user_id', 'subject'];
let app: TestApp;
let client: TestClient;
let userId: string;

beforeAll(async () => {
  app = await startTestApp({ work: false });
  client = await app.withPlan(email, 'pro');
  userId = (await client.load()).user._id;
  await fillTables();
});
afterAll(() => app.close());

async function fillTables(): Promise<void> {
  await connect(app, client, email);
  await client.link((await getWorldAccount(app, email)).id);
  await openHttpBrowser(app).signIn(email);
  await client.call(createLiveToken, { params: { userId } });
  await client.call(createApiKey, { body: { name: 'Sheet', scopes: ['posts:read'], expiresInDays: null } });
  await client.call(addRecipient, { body: { address: 'team@tidemark.test', subscriptions: ['digest'] } });
  const times = { cadence: 'weekly' as const, weekday: 1, monthDay: 1, hour: 8, timeZone: 'Europe/Berlin' };
  await client.call(saveDigestSchedule, { body: { isOn: true, ...times, accountIds: null } });
  await client.call(saveAlertSettings, { body: { all: { app: ['login_ending'], mail: [] }, exceptions: [] } });
  await client.call(saveAlertWebhook, { body: { url: 'https://hooks.example/' } });
  await client.call(testAlertWebhook, {});
  await sql`insert into alert (alert_id, user_id, kind, subject, day, raised_on, sentence, path, created_at)
    values (gen_random_uuid(), ${userId}, 'login_ending', '', '2026-01-02', '2026-01-02', 'It ends.', '/profile', now())`.execute(
    app.db,
  );
  await sql`insert into share_link (link_id, user_id, title, account_ids, choice, is_frozen, may_be_embedded, created_at)
    values (gen_random_uuid(), ${userId}, 'October', '{}', '{}', false, false, now())`.execute(app.db);
  const operator = await app.as('olu@sandbox.test');
  await operator.call(setUserRole, { params: { userId }, body: { role: 'user' } });
  await sql`insert into local_identity (subject, email, is_email_verified, name, created_at)
    select subject, email, true, name, now() from app_user where user_id = ${userId}`.execute(app.db);
  await sql`insert into picture_upload (user_id, uploaded_at) values (${userId}, now())`.execute(app.db);
  await sql`insert into payment_customer (customer_id, user_id) values ('cus_1', ${userId})`.execute(app.db);
  await sql`insert into payment_event (event_id, type, customer_id) values ('evt_1', 'invoice.paid', 'cus_1')`.execute(
    app.db,
  );
  await sql`insert into feature_request (user_id, title, description, requested_at, next_attempt_at)
    values (${userId}, 'A wish', 'In words', now(), now())`.execute(app.db);
  await sql`insert into annotation (user_id, first_day, last_day, text, color, created_at)
    values (${userId}, '2026-01-02', '2026-01-03', 'A trade fair', 'teal', now())`.execute(app.db);
  await sql`insert into app_comparison (user_id, account_id, from_day, to_day, differences, tidemark_version, graph_version, created_at)
    values (${userId}, '1', '2026-01-02', '2026-01-02', '[]', '1.0.0', 'v25.0', now())`.execute(app.db);
  await sql`insert into user_action_day (user_id, action, day) values (${userId}, 'user.exported', '2026-01-02')`.execute(
    app.db,
  );
  await sql`insert into label (user_id, name, color, created_at) values (${userId}, 'People', 'red', now())`.execute(
    app.db,
  );
  await sql`insert into report (report_id, user_id, account_ids, choice, created_at, changed_at)
    values (gen_random_uuid(), ${userId}, '{}', '{"title": "Weekly"}', now(), now())`.execute(app.db);
  await sql`insert into report_comment (comment_id, report_id, user_id, text, created_at)
    select gen_random_uuid(), report_id, user_id, 'Good', now() from report where user_id = ${userId}`.execute(app.db);
  await sql`insert into report_logo (user_id, image, changed_at) values (${userId}, 'png', now())`.execute(app.db);
  await sql`insert into peer (peer_id, user_id, account_id, instagram_id, username, added_at, next_fetch_at)
    values (gen_random_uuid(), ${userId}, '1', '2', 'a.peer', now(), now() + interval '1 day')`.execute(app.db);
  await sql`insert into instagram_login (login_id, user_id, account_id, app_user_id, username, token_encrypted,
    expires_at, connected_at, next_check_at)
    values (gen_random_uuid(), ${userId}, '1', '2', 'a.page.less', 'x', now(), now(), now() + interval '1 day')`.execute(
    app.db,
  );
  await sql`insert into bluesky_account (account_id, did) values ('3', 'did:plc:3')`.execute(app.db);
  await sql`insert into bluesky_login (user_id, account_id, connected_at) values (${userId}, '3', now())`.execute(
    app.db,
  );
  await sql`insert into saved_view (user_id, name, path, search, created_at)
    values (${userId}, 'Clients', null, 'accounts=1', now())`.execute(app.db);
  await sql`insert into workspace_member (workspace_id, user_id, role, joined_at)
    select user_id, ${userId}, 'viewer', now() from app_user where email = 'olu@sandbox.test'`.execute(app.db);
  await sql`insert into account_ref (user_id, account_id, type)
    select workspace_id, account_id, 'instagram_account' from workspace_member join account_ref using (user_id)
    where user_id = ${userId}`.execute(app.db);
  await sql`insert into lent_account (workspace_id, account_id, user_id, lent_at)
    select workspace_id, account_id, user_id, now() from workspace_member join account_ref using (user_id)
    where user_id = ${userId}`.execute(app.db);
  await sql`insert into upvote (repository, issue_number, user_id, voted_at) values ('', 1, ${userId}, now())`.execute(
    app.db,
  );
}

async function listTables(columns: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = any(${sql.val(columns)}::text[]) order by 1`.execute(app.db);
  return rows.map(({ name }) => name);
}

async function download(): Promise<Record<string, unknown>> {
  const headers = { authorization: `Bearer ${client.token}` };
  const answer = await fetch(`${app.url}/api/v1/user/export`, { headers });
  const text =
    readZip(Buffer.from(await answer.arrayBuffer()))
      .get('profile.json')
      ?.toString() ?? '';
  return JSON.parse(text) as Record<string, unknown>; // its parts are asserted individually
}

it('exports every table that refers to a user, or gives a reason', async () => {
  expect(await listTables(reference)).toEqual([...Object.keys(exportedAs), ...Object.keys(notExported)].sort());

  const profile = await download();

  for (const [table, parts] of Object.entries(exportedAs))
    for (const part of parts) expect(isFilled(profile[part]), `${table} as ${part}`).toBe(true);
  expect(profile).toMatchObject({
    user: { last_seen_at: expect.any(String) },
    role: { role: 'user', decidedBy: 'operator' },
    planHistory: [{ plan_id: 'pro', status: 'active' }],
    paymentCustomer: { customer_id: 'cus_1' },
    ownActions: expect.arrayContaining([
      expect.objectContaining({ action: 'key.created' }),
      expect.objectContaining({ action: 'user.exported' }),
    ]),
  });
});

it('excludes operators’ IP addresses from the export', async () => {
  const { audit } = await download();

  expect(JSON.stringify(audit)).toContain('user.role');
  expect(JSON.stringify(audit)).not.toMatch(/"ip"|127\.0\.0\.1|actor/);
});

it('deletes the user’s rows in every table except the audit log', async () => {
  await client.call(deleteUser, { body: { confirm: 'DELETE' } });

  for (const column of ['user_id', 'actor_id'])
    for (const table of await listTables([column])) {
      if (staysAfterDeletion.includes(table)) continue;
      const { rows } = await sql`select from ${sql.table(table)} where ${sql.ref(column)} = ${userId}`.execute(app.db);
      expect(rows, `${table}.${column}`).toEqual([]);
    }
});

function isFilled(part: unknown): boolean {
  return Array.isArray(part) ? part.length > 0 : part !== null && part !== undefined;
}
