import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTestDatabase } from '../../test/test-database.ts';
import { until } from '../../test/until.ts';
import { connectDatabase, type Database } from '../database/database.ts';
import { createFileStore } from '../platform/files/file-store.ts';
import { createLog } from '../platform/log/log.ts';
import { createNightlyRun, type RetentionPolicy } from '../platform/nightly/nightly.ts';
import { listRetentionPolicies } from './features.ts';

const day = 86_400_000;
const now = new Date('2026-11-21T02:30:00Z');
const ago = (days: number) => new Date(now.getTime() - days * day);
let db: Database;
let folder: string;
let drop: () => Promise<void>;

beforeEach(async () => {
  const database = await createTestDatabase();
  drop = database.drop;
  db = connectDatabase(database.address);
  folder = await mkdtemp(path.join(os.tmpdir(), 'tidemark-kept-'));
});
afterEach(async () => {
  await db.destroy();
  await drop();
  await rm(folder, { recursive: true, force: true });
});

/** Runs one night in one process; returns what it deleted. */
async function night({ at = now, storyDays = null as number | null, answerDays = 90 } = {}): Promise<
  Record<string, number>
> {
  const policies = listRetentionPolicies({
    db,
    files: createFileStore(folder),
    storyDays,
    answerDays,
    session: { idleHours: 168, maxHours: 720 },
  });
  return runNight(policies, at);
}

/** Runs a process's night; returns what it deleted. */
async function runNight(policies: RetentionPolicy[], at = now): Promise<Record<string, number>> {
  const deleted = {};
  const run = createNightlyRun({ db, clock: () => at, log: createLog({ level: 'silent' }), deleted }, policies);
  await run(new AbortController().signal);
  return deleted;
}

async function addUser(): Promise<string> {
  const { user_id } = await db
    .insertInto('app_user')
    .values({ issuer: 'i', subject: 's', name: 'n', email: 'e' })
    .returning('user_id')
    .executeTakeFirstOrThrow();
  return user_id;
}

it('deletes expired data, keeps the rest, and finds nothing the second time', async () => {
  const userId = await addUser();
  await sql`insert into webhook_inbox (source, event_id, received_at) select 'meta', n::text, ${ago(91)} from generate_series(1, 12000) n`.execute(
    db,
  );
  await db
    .insertInto('webhook_inbox')
    .values({ source: 'meta', event_id: 'new', received_at: ago(80) })
    .execute();
  await db
    .insertInto('api_call_hour')
    .values([
      { account_id: '1', hour: ago(91), calls: 1, requests: 1 },
      { account_id: '1', hour: ago(31), calls: 1, requests: 1 },
    ])
    .execute();
  const answers = { account_id: '1', step: 'batch', data_version: 1, content: Buffer.from('') };
  const [base, expired] = [randomUUID(), randomUUID()];
  await db
    .insertInto('sync_answer')
    .values([
      { ...answers, answer_id: expired, fetched_at: ago(98), base_id: null },
      { ...answers, answer_id: randomUUID(), fetched_at: ago(91.5), base_id: expired },
      { ...answers, answer_id: base, fetched_at: ago(95), base_id: null },
      { ...answers, answer_id: randomUUID(), fetched_at: ago(88.5), base_id: base },
    ])
    .execute();
  await db
    .insertInto('live_token')
    .values([
      { token_hash: Buffer.from('a'), user_id: userId, expires_at: ago(1) },
      { token_hash: Buffer.from('b'), user_id: userId, expires_at: ago(-2) },
    ])
    .execute();
  const session = {
    user_id: userId,
    access_token_encrypted: '',
    access_issued_at: now,
    access_expires_at: now,
    last_used_at: now,
    created_at: now,
    signed_in_at: now,
  };
  await db
    .insertInto('session')
    .values(
      [{ ended_at: ago(2) }, { last_used_at: ago(9) }, { created_at: ago(32) }, { created_at: ago(20) }].map(
        (dates, index) => ({
          ...session,
          session_id: randomUUID(),
          id_hash: Buffer.from(`id ${index}`),
          access_token_hash: Buffer.from(`token ${index}`),
          ...dates,
        }),
      ),
    )
    .execute();
  for (const [index, expiresAt] of [ago(31), ago(-1)].entries()) {
    const hash = Buffer.from(`hash ${index}`);
    const entry = { model: 'Grant', entry_hash: hash, payload_encrypted: '', grant_id: null, uid: null };
    await db
      .insertInto('provider_entry')
      .values({ ...entry, expires_at: expiresAt })
      .execute();
    const link = { link_id: randomUUID(), link_hash: hash, kind: 'setup' as const, created_at: now };
    await db
      .insertInto('sign_in_link')
      .values({ ...link, expires_at: expiresAt })
      .execute();
    await db.insertInto('sign_in_failure').values({ failure_key: hash, failures: 1, last_at: expiresAt }).execute();
    await db.insertInto('passkey_challenge').values({ challenge_hash: hash, expires_at: expiresAt }).execute();
    await db
      .insertInto('bluesky_sign_in')
      .values({ state: randomUUID(), user_id: userId, secrets_encrypted: 'x', expires_at: expiresAt })
      .execute();
    const invitation = { email: `${index}@x.test`, role: 'viewer' as const, account_ids: null, created_at: now };
    await db
      .insertInto('workspace_invitation')
      .values({
        ...invitation,
        invitation_id: randomUUID(),
        workspace_id: userId,
        invited_by: userId,
        token_hash: hash,
        expires_at: expiresAt,
      })
      .execute();
    const request = { request_id: randomUUID(), email: 'e', answered_at: null };
    await db
      .insertInto('reset_request')
      .values({ ...request, requested_at: expiresAt })
      .execute();
    const times = { created_at: expiresAt, next_attempt_at: expiresAt, expires_at: expiresAt };
    await db
      .insertInto('mail_message')
      .values({ message_id: randomUUID(), kind: 'digest', address: 'e', state: 'sent', ...times })
      .execute();
  }
  await db
    .insertInto('user_day')
    .values([
      { user_id: userId, day: '2025-10-01' },
      { user_id: userId, day: '2026-11-20' },
    ])
    .execute();
  await db
    .insertInto('user_action_day')
    .values([
      { user_id: userId, action: 'user.exported', day: '2025-10-01' },
      { user_id: userId, action: 'user.exported', day: '2026-11-20' },
    ])
    .execute();
  await db
    .insertInto('graph_pause')
    .values([
      { scope: 'app', until: ago(2), reason: 'x' },
      { scope: '1', until: ago(-2), reason: 'x' },
    ])
    .execute();

  await db
    .insertInto('window_request')
    .values([
      { account_id: '1', end_day: '2026-11-18', days: 10, requested_at: ago(2), fetched_at: null },
      { account_id: '1', end_day: '2026-11-19', days: 10, requested_at: ago(-0.5), fetched_at: null },
    ])
    .execute();
  await db
    .insertInto('meta_deauthorization')
    .values([
      { request_hash: Buffer.from('a'), received_at: ago(3) },
      { request_hash: Buffer.from('b'), received_at: ago(1) },
    ])
    .execute();

  const first = await night();
  const second = await night({ at: new Date(now.getTime() + 3 * 3_600_000) });
  const next = await night({ at: new Date(now.getTime() + day) });

  expect(first).toEqual({
    alert: 0,
    alert_delivery: 0,
    peer: 0,
    payment_event: 0,
    share_failure: 0,
    share_link: 0,
    live_token: 1,
    session: 3,
    webhook_inbox: 12_000,
    api_call_hour: 1,
    provider_entry: 1,
    sign_in_link: 1,
    sign_in_failure: 1,
    passkey_challenge: 1,
    bluesky_sign_in: 1,
    workspace_invitation: 1,
    reset_request: 1,
    mail_message: 1,
    window_request: 1,
    sync_answer: 2,
    graph_pause: 1,
    user_day: 1,
    user_action_day: 1,
    meta_deletion: 0,
    meta_deauthorization: 1,
    story: 0,
    stray_file: 0,
  });
  for (const later of [second, next]) expect(new Set(Object.values(later))).toEqual(new Set([0]));
  for (const table of [
    'webhook_inbox',
    'api_call_hour',
    'live_token',
    'session',
    'provider_entry',
    'sign_in_link',
    'sign_in_failure',
    'passkey_challenge',
    'bluesky_sign_in',
    'workspace_invitation',
    'reset_request',
    'mail_message',
    'user_day',
    'user_action_day',
    'graph_pause',
    'window_request',
    'meta_deauthorization',
  ] as const)
    expect(
      await db
        .selectFrom(table)
        .select(sql<number>`1`.as('one'))
        .execute(),
      table,
    ).toHaveLength(1);
});

it('deletes all answers once ANSWER_RETENTION_DAYS is 0', async () => {
  const answer = { account_id: '1', answer_id: randomUUID(), step: 'batch', data_version: 1, content: Buffer.from('') };
  await db
    .insertInto('sync_answer')
    .values({ ...answer, fetched_at: ago(0.1), base_id: null })
    .execute();

  const { sync_answer: deleted } = await night({ answerDays: 0 });

  expect(deleted).toBe(1);
});

it('runs in only one of several processes', async () => {
  let [calls, ended] = [0, 0];
  const deleteBatch = async () => {
    calls += 1;
    await until(() => calls + ended >= 3);
    return 0;
  };
  const run = () => runNight([{ kind: 'anything', deleteBatch }]).then(() => (ended += 1));
  await Promise.all([run(), run(), run()]);

  expect(calls).toBe(1);
});

it('is taken over from a dead process, but not before night', async () => {
  const at = (hour: string) => new Date(`2026-11-21T${hour}:00Z`);
  await db
    .insertInto('nightly_run')
    .values({ job: 'retention', day: '2026-11-21', started_at: at('02:05') })
    .execute();
  const outcomes: boolean[] = [];
  for (const [day, hour] of [
    ['2026-11-21', '03:30'],
    ['2026-11-21', '04:30'],
    ['2026-11-22', '01:30'],
  ] as const) {
    let wasAsked = false;
    const deleteBatch = async () => Number((wasAsked = true)) - 1;
    await runNight([{ kind: 'anything', deleteBatch }], new Date(`${day}T${hour}:00Z`));
    outcomes.push(wasAsked);
  }

  expect(outcomes).toEqual([false, true, false]);
});

it('deletes orphaned files, but no used or recent files', async () => {
  const userId = await addUser();
  const files = createFileStore(folder);
  const [used, copied, stray, fresh] = ['a', 'b', 'c', 'd'].map((letter) => `picture-${letter.repeat(32)}.webp`) as [
    string,
    string,
    string,
    string,
  ]; // all four
  for (const name of [used, copied, stray, fresh]) await files.put(name, Buffer.from('picture'));
  await db
    .insertInto('picture_upload')
    .values({ user_id: userId, file: used, uploaded_at: ago(3) })
    .execute();
  await db.insertInto('media_thumbnail').values({ account_id: '1', media_id: '1', key: 'k', file: copied }).execute();
  const places = async () =>
    (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  const strayPlace = (await places()).find(({ name }) => name === stray)?.parentPath ?? '';
  await writeFile(path.join(strayPlace, `${stray}.0123456789ab.part`), 'half');
  await mkdir(path.join(folder, 'zz'), { recursive: true });
  for (const { name, parentPath } of await places())
    if (name !== fresh) await utimes(path.join(parentPath, name), ago(2), ago(2));
  await utimes(path.join((await places()).find(({ name }) => name === fresh)?.parentPath ?? '', fresh), now, now);

  const { stray_file: removed } = await night();

  expect(removed).toBe(2);
  expect((await places()).map(({ name }) => name).toSorted()).toEqual([used, copied, fresh].toSorted());
});

it('keeps stories like other data unless STORY_RETENTION_DAYS is set', async () => {
  await db.insertInto('account').values({ account_id: '1', type: 'instagram_account', username: 'cafe' }).execute();
  const story = {
    account_id: '1',
    product_type: 'STORY' as const,
    media_type: 'IMAGE' as const,
    hashtags: [],
    mentions: [],
    collaborators: [],
    first_observed_at: ago(1),
    observed_at: ago(1),
  };
  for (const [mediaId, days] of [
    ['old', 61],
    ['new', 59],
  ] as const) {
    await db
      .insertInto('media')
      .values({
        ...story,
        media_id: mediaId,
        caption: '',
        search_text: '',
        published_at: ago(days),
        published_day: ago(days).toISOString().slice(0, 10),
      } as never)
      .execute(); // the rest has defaults
    await sql`insert into media_day (account_id, day, media_id, views) values ('1', '2026-09-01', ${mediaId}, 5)`.execute(
      db,
    );
  }
  await db
    .insertInto('media')
    .values({
      ...story,
      product_type: 'FEED',
      media_id: 'post',
      caption: '',
      search_text: '',
      published_at: ago(700),
      published_day: '2024-12-21',
    } as never)
    .execute(); // the rest has defaults

  const without = await night();
  const withDays = await night({ at: new Date(now.getTime() + day), storyDays: 60 });

  expect([without['story'], withDays['story']]).toEqual([0, 2 - 1]);
  expect(
    (await db.selectFrom('media').select('media_id').orderBy('media_id').execute()).map((row) => row.media_id),
  ).toEqual(['new', 'post']);
  expect(await db.selectFrom('media_day').select('media_id').execute()).toEqual([{ media_id: 'new' }]);
  expect(await db.selectFrom('account').select('data_version').executeTakeFirstOrThrow()).not.toEqual({
    data_version: 0,
  });
});
