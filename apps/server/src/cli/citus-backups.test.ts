import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { hashTables, toUrl } from '../../test/read-rows.ts';
import { startTestApp } from '../../test/start-test-app.ts';
import { onServer } from '../../test/on-nodes.ts';
import { createTestDatabase } from '../../test/test-database.ts';
import { until } from '../../test/until.ts';
import { startSynced } from '../../test/world.ts';
import { connectDatabase, type Database, type DatabaseAddress } from '../database/database.ts';
import { hasCitus } from '../database/distribute.ts';
import { backup } from './backup.ts';
import { restore } from './restore.ts';

const keys = `test:${Buffer.alloc(32, 7).toString('base64')}`;
const { server } = inject('database');

interface Place {
  address: DatabaseAddress;
  drop(): Promise<void>;
}

/** Creates a database without Citus on the coordinator: a single node. */
async function createSingleNode(): Promise<Place> {
  const name = `tidemark_test_${randomBytes(6).toString('hex')}`;
  await onServer(server, `create database ${name}`);
  return {
    address: { ...server, database: name },
    drop: () => onServer(server, `drop database if exists ${name} with (force)`),
  };
}

/** Connects for each query: a database with an open connection counts as in use. */
async function using<Result>({ address }: Place, read: (db: Database) => Promise<Result>): Promise<Result> {
  const db = connectDatabase(address, { max: 1 });
  try {
    return await read(db);
  } finally {
    await db.destroy();
  }
}

// Rows that syncs and sign-ins leave empty. $1 is a user, $2 an account, $3 the identifier for everything else.
const rows = {
  label: `(label_id, user_id, name, color, created_at) values ($3, $1, 'Söck''s, 50 %', 'red', now())`,
  post_label: `(label_id, account_id, media_id, labelled_at) values ($3, $2, '17', now())`,
  annotation: `(annotation_id, user_id, account_id, first_day, last_day, text, color, created_at)
    values ($3, $1, $2, '2026-01-01', '2026-01-02', E'two\nlines\t\\N', 'red', now())`,
  app_comparison: `(comparison_id, user_id, account_id, from_day, to_day, differences, tidemark_version, graph_version, created_at)
    values ($3, $1, $2, '2026-01-01', '2026-01-02', '[{"app": 1.50}]', '1.0.0', 'v25.0', now())`,
  api_key: `(key_id, user_id, key_hash, name, hint, scopes, created_at)
    values ($3, $1, '\\x00ff', 'Sheet', 'tm_a', '{analytics:read}', now())`,
  recipient: `(recipient_id, user_id, address, created_at, unsubscribe_token, left_kinds)
    values ($3, $1, 'reader@tidemark.test', now(), 'token', '{alerts}')`,
  recipient_subscription: `(recipient_id, kind, subscribed_at) values ($3, 'digest', now())`,
  mail_message: `(message_id, kind, user_id, recipient_id, address, content_encrypted, state, created_at, next_attempt_at, expires_at)
    values ($3, 'digest', $1, $3, 'reader@tidemark.test', null, 'sent', now(), now(), now())`,
  reset_request: `(request_id, email, requested_at) values ($3, 'reader@tidemark.test', now())`,
  digest_schedule: `(user_id, is_on, cadence, weekday, month_day, hour, time_zone, account_ids)
    values ($1, false, 'weekly', 1, 1, 7, 'UTC', array[$2])`,
  alert_choice: `(choice_id, user_id, account_id, app_kinds, mail_kinds) values ($3, $1, $2, '{milestone}', '{}')`,
  alert_check: `(user_id, checked_at) values ($1, now())`,
  alert: `(alert_id, user_id, account_id, kind, subject, day, raised_on, sentence, path, created_at)
    values ($3, $1, $2, 'milestone', '10000', '2026-01-01', '2026-01-02', '10,000 followers', '/', now())`,
  alert_webhook: `(user_id, url, secret_encrypted, created_at) values ($1, 'https://tidemark.test', 'x', now())`,
  alert_delivery: `(delivery_id, user_id, kind, body, created_at, next_attempt_at) values ($3, $1, 'test', '{}', now(), now())`,
  share_link: `(link_id, user_id, title, account_ids, choice, is_frozen, frozen_content, may_be_embedded, created_at)
    values ($3, $1, 'Autumn', array[$2], '{"a": "\\u2028\\""}', true, '{"b": [1.50, null]}', false, now())`,
  share_failure: `(failure_key, failures, last_at) values ('\\x01', 3, now())`,
  report: `(report_id, user_id, account_ids, choice, created_at, changed_at) values ($3, $1, array[$2], '{}', now(), now())`,
  report_schedule: `(report_id, cadence, weekday, month_day, hour, time_zone, next_at) values ($3, 'monthly', 1, 1, 7, 'UTC', now())`,
};

async function fillTables(db: Database, accountId: string): Promise<void> {
  const { user_id: userId } = await db.selectFrom('account_ref').select('user_id').executeTakeFirstOrThrow();
  const values = [`'${userId}'::uuid`, `'${accountId}'`, `'00000000-0000-4000-8000-000000000001'::uuid`];
  for (const [table, text] of Object.entries(rows))
    await sql
      .raw(`insert into ${table} ${text.replaceAll(/\$(\d)/g, (_, n) => values[Number(n) - 1] ?? '')}`)
      .execute(db);
}

// Needs a Citus cluster: see docs/scale.md.
describe.skipIf(!process.env['TEST_CITUS_URL'])('a backup with every kind of row', () => {
  let folder: string;
  const places: Place[] = [];
  let cluster: Place;
  let written: Record<string, string>;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'tidemark-backup-'));
    for (const method of ['log', 'error'] as const) vi.spyOn(console, method).mockImplementation(() => undefined);
    cluster = await openCluster();
    const app = await startTestApp({ address: cluster.address, thumbnails: true });
    const { account } = await startSynced(app, 'theo@sandbox.test', { plan: 'starter' });
    await until(() =>
      app.db.selectFrom('media_thumbnail').select('file').where('file', 'is not', null).executeTakeFirst(),
    );
    await app.close();
    await using(cluster, (db) => fillTables(db, account.id));
    written = await using(cluster, hashTables);
  });
  afterAll(async () => {
    vi.restoreAllMocks();
    for (const { drop } of places) await drop();
    await rm(folder, { recursive: true, force: true });
  });

  async function keep(place: Promise<Place>): Promise<Place> {
    places.push(await place);
    return place;
  }
  const openCluster = () => keep(createTestDatabase());
  const openSingleNode = () => keep(createSingleNode());

  /** Moves everything from one place to another. */
  async function move(from: Place, to: Place, name: string): Promise<void> {
    const toEnvironment = ({ address }: Place) => ({
      DATABASE_URL: toUrl(address),
      DATA_DIR: folder,
      ENCRYPTION_KEYS: keys,
    });
    const file = path.join(folder, `${name}.tar`);
    await backup(toEnvironment(from), [file]);
    expect(await restore(toEnvironment(to), [file])).toBe(0);
  }

  // Not in backups, or different in each database.
  const own = ['live_token', 'migration', 'nightly_run', 'provider_secret', 'server_process', 'session'];
  const withoutOwn = (hashes: Record<string, string>) =>
    Object.fromEntries(Object.entries(hashes).filter(([name]) => !own.includes(name)));

  it('moves from a cluster to a single node and back without differences', async () => {
    const [single, further] = [await openSingleNode(), await openCluster()];

    await move(cluster, single, 'to-single');
    const onSingle = await using(single, hashTables);
    await move(single, further, 'to-cluster');

    for (const table of [...Object.keys(rows), 'media_measurement', 'media_thumbnail'])
      expect(written[table], table).not.toMatch(/^0 rows/);
    expect(withoutOwn(onSingle)).toEqual(withoutOwn(written));
    expect(withoutOwn(await using(further, hashTables))).toEqual(withoutOwn(written));
    expect(await Promise.all([single, further].map((place) => using(place, hasCitus)))).toEqual([false, true]);
  });
});
