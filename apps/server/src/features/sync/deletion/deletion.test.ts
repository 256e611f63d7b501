import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { listAccounts, unlinkAccount } from '@tidemark/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { deleteOrphans } from '../../../../test/delete-orphans.ts';
import { startTestApp, type TestApp } from '../../../../test/start-test-app.ts';
import type { TestClient } from '../../../../test/test-client.ts';
import {
  getWorldAccount,
  connect,
  startSynced,
  trueDays,
  untilSynced,
  type WorldAccount,
} from '../../../../test/world.ts';
import { until } from '../../../../test/until.ts';

const email = 'theo@sandbox.test';
const day = 86_400_000;
const startedAt = Date.now();
let app: TestApp;
let client: TestClient;
let account: WorldAccount;
let other: WorldAccount;
let moved = 0;
const clock = () => new Date(Date.now() + moved);

beforeAll(async () => {
  app = await startTestApp({ thumbnails: true, clock });
  ({ client, account } = await startSynced(app, email, { plan: 'starter', account: 1 }));
  other = await getWorldAccount(app, email, 2);
  await client.link(other.id);
  await untilSynced(client, other.id);
});
afterAll(() => app.close());

/** Counts an account's rows in every table with accounts, found from the schema. */
async function listRows(accountId: string): Promise<Record<string, number>> {
  const { rows: tables } = await sql<{ name: string }>`select table_name as name from information_schema.columns
    where column_name = 'account_id' and table_schema = 'public' order by 1`.execute(app.db);
  const counted: Record<string, number> = {};
  for (const { name } of tables) {
    const { rows } = await sql<{
      n: number;
    }>`select count(*) as n from ${sql.table(name)} where account_id = ${accountId}`.execute(app.db);
    if (rows[0]?.n) counted[name] = rows[0].n;
  }
  return counted;
}

async function listFiles(): Promise<string[]> {
  const folder = path.join(app.dataDir, 'files');
  // Created with the first picture.
  if (!existsSync(folder)) return [];
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

/** Writes an annotation, a label and a comparison by the user. */
async function writeAbout(accountId: string): Promise<void> {
  const { user } = await client.load();
  await sql`insert into annotation (user_id, account_id, first_day, last_day, text, color, created_at)
    values (${user._id}, ${accountId}, '2026-01-02', '2026-01-02', 'A fair', 'teal', now())`.execute(app.db);
  await sql`insert into app_comparison (user_id, account_id, from_day, to_day, differences, tidemark_version, graph_version, created_at)
    values (${user._id}, ${accountId}, '2026-01-02', '2026-01-02', '[]', '1.0.0', 'v25.0', now())`.execute(app.db);
  await sql`with added as (insert into label (user_id, name, color, created_at)
      values (${user._id}, 'People', 'red', now()) returning label_id)
    insert into post_label select label_id, ${accountId}, '1', now() from added`.execute(app.db);
}

/** Moves the clock, which requires a new sign-in. */
async function moveBy(millis: number): Promise<void> {
  moved = millis;
  client = await app.as(email);
}

const orphanedAt = async () =>
  (await app.db.selectFrom('account').select('orphaned_at').where('account_id', '=', account.id).executeTakeFirst())
    ?.orphaned_at;

it("keeps an orphaned account's data for 30 days", async () => {
  await until(async () => (await listFiles()).length > 3);
  const before = await listRows(account.id);

  await client.call(unlinkAccount, { body: { accountId: account.id, type: 'instagram_account' } });

  expect(await orphanedAt()).toBeInstanceOf(Date);
  await moveBy(29 * day);
  expect(await deleteOrphans(app, clock)).toEqual([]);
  const { account_ref: _, thumbnail_queue: __, media_thumbnail: ___, ...remaining } = await listRows(account.id);
  expect(remaining).toMatchObject({ account: 1, account_day: before['account_day'], media: before['media'] });
});

it('clears the orphan mark when a user links the account again', async () => {
  await client.link(account.id);

  expect(await orphanedAt()).toBeNull();
  await client.call(unlinkAccount, { body: { accountId: account.id, type: 'instagram_account' } });
});

it("deletes an orphan's rows and pictures after 30 days, and no other account's", async () => {
  const others = await listRows(other.id);
  await writeAbout(account.id);
  await moveBy(Date.now() - startedAt + 31 * day);

  await until(async () => !(await listRows(account.id))['account']);

  expect(await listRows(account.id)).toEqual({ connection_account: 1 });
  const avatarOfOther = await until(async () => {
    const { avatar_file: file } = await app.db.selectFrom('account').select('avatar_file').executeTakeFirstOrThrow();
    return file ?? false;
  });
  expect(avatarOfOther).toMatch(/^avatar-/);
  // Users' pictures are not part of an account.
  expect((await listFiles()).filter((file) => !file.startsWith('picture-'))).toEqual([avatarOfOther]);
  const remaining = await listRows(other.id);
  expect(remaining).toMatchObject({ account: 1, account_ref: 1, sync_state: 1 });
  expect(remaining['account_day']).toBeGreaterThanOrEqual(others['account_day'] ?? Infinity);
  const { accounts } = await client.call(listAccounts, {});
  expect(accounts.map(({ _id }) => _id)).toEqual([other.id]);
});

it('starts a first sync if the account is linked again after deletion', async () => {
  await moveBy(0);
  await connect(app, client, email);
  await client.link(account.id);
  await untilSynced(client, account.id);

  const stored = await app.db
    .selectFrom('account_day')
    .select('day')
    .where('account_id', '=', account.id)
    .where('complete', '=', true)
    .orderBy('day')
    .execute();
  const truth = await trueDays(app, account.id, stored[0]?.day ?? '', stored.at(-1)?.day ?? '');
  expect(stored.length).toBeGreaterThan(150);
  expect(stored.map((row) => row.day)).toEqual(truth.map((row) => row.day));
});
