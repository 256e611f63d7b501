import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import { onServer } from '../../test/on-nodes.ts';
import { connectDatabase, type Database } from './database.ts';
import { migrate, readMigrations } from './migrate.ts';

const { server } = inject('database');
let name: string;
let db: Database;
beforeEach(async () => {
  name = `tidemark_old_${randomBytes(6).toString('hex')}`;
  await onServer(server, `create database ${name}`);
  db = connectDatabase({ ...server, database: name });
});
afterEach(async () => {
  await db.destroy();
  await onServer(server, `drop database if exists ${name} with (force)`);
});

/** Creates the schema before a migration. */
async function migrateBefore(last: string): Promise<void> {
  await sql`create table migration (name text primary key, checksum text not null, applied_at timestamptz not null default now())`.execute(
    db,
  );
  for (const { name: file, text, checksum } of (await readMigrations()).filter((one) => one.name < last)) {
    // Our own file, as `migrate` runs it.
    await sql.raw(text).execute(db);
    await sql`insert into migration (name, checksum) values (${file}, ${checksum})`.execute(db);
  }
}

it('converts audience snapshots to one row each, with all cells or a reference to an earlier equal row', async () => {
  await migrateBefore('0011');
  await sql`insert into demographics (account_id, audience, day, dimension, key, value) values
    ('1', 'follower', '2026-11-01', 'city', 'Oslo, Oslo', 5), ('1', 'follower', '2026-11-01', 'age_gender', '18-24|F', 7),
    ('1', 'follower', '2026-11-03', 'city', 'Oslo, Oslo', 5), ('1', 'follower', '2026-11-03', 'age_gender', '18-24|F', 7),
    ('1', 'follower', '2026-11-04', 'city', 'Oslo, Oslo', 6), ('1', 'follower', '2026-11-04', 'age_gender', '18-24|F', 7),
    ('1', 'follower', '2026-11-05', 'city', 'Oslo, Oslo', 6), ('1', 'follower', '2026-11-05', 'age_gender', '18-24|F', 7),
    ('1', 'follower', '2026-11-06', 'city', 'Oslo, Oslo', 6), ('1', 'follower', '2026-11-06', 'age_gender', '18-24|F', 7),
    ('1', 'engaged', '2026-11-03', 'country', 'NO', 1),
    ('2', 'engaged', '2026-11-03', 'country', 'NO', 1)`.execute(db);

  await migrate(db);

  const [first, second] = [
    { city: { 'Oslo, Oslo': 5 }, age_gender: { '18-24|F': 7 } },
    { city: { 'Oslo, Oslo': 6 }, age_gender: { '18-24|F': 7 } },
  ];
  const row = (audience: string, day: string, cells: unknown, sameAs: string | null = null, account = '1') => ({
    account_id: account,
    audience,
    day,
    cells,
    same_as_day: sameAs,
  });
  expect(
    await db.selectFrom('demographics').selectAll().orderBy('account_id').orderBy('audience').orderBy('day').execute(),
  ).toEqual([
    row('engaged', '2026-11-03', { country: { NO: 1 } }),
    row('follower', '2026-11-01', first),
    row('follower', '2026-11-03', null, '2026-11-01'),
    row('follower', '2026-11-04', second),
    row('follower', '2026-11-05', null, '2026-11-04'),
    row('follower', '2026-11-06', null, '2026-11-04'),
    row('engaged', '2026-11-03', { country: { NO: 1 } }, null, '2'),
  ]);
});

it('derives role decisions from the audit log and OPERATOR_EMAILS', async () => {
  await migrateBefore('0016');
  await sql`insert into app_user (issuer, subject, name, email, role, named_operator_at) values
    ('https://idp', 'by "claim" \\ ü', 'a', 'a', 'system-admin', null),
    ('https://idp', 'by-email', 'b', 'b', 'system-admin', now()),
    ('https://idp', 'promoted', 'c', 'c', 'system-admin', null),
    ('https://idp', 'demoted', 'd', 'd', 'user', now()),
    ('https://idp', 'user', 'e', 'e', 'user', null)`.execute(db);
  await sql`insert into audit_entry (action, target, change)
    select 'user.role', 'user:' || user_id, jsonb_build_object('role', change.role, 'by', change.by)
    from app_user join (values
      ('by-email', 'system-admin', 'OPERATOR_EMAILS b'), ('promoted', 'system-admin', null),
      ('demoted', 'system-admin', 'OPERATOR_EMAILS d'), ('demoted', 'user', null)
    ) as change (subject, role, by) using (subject)`.execute(db);

  await migrate(db);

  const decisions = new Map(
    (await db.selectFrom('identity_role').selectAll().execute()).map((row) => [row.identity_hash.toString('hex'), row]),
  );
  const find = (subject: string) =>
    decisions.get(
      createHash('sha256')
        .update(JSON.stringify(['https://idp', subject]))
        .digest('hex'),
    );
  expect(['by "claim" \\ ü', 'by-email', 'promoted', 'demoted', 'user'].map(find)).toMatchObject([
    { role: 'system-admin', decided_by: 'claim' },
    { role: 'system-admin', decided_by: 'operator_emails' },
    { role: 'system-admin', decided_by: 'operator' },
    { role: 'user', decided_by: 'operator' },
    undefined,
  ]);
});

it('keeps what users chose about alerts, and gives the others the default from now on', async () => {
  await migrateBefore('0111');
  await sql`insert into app_user (issuer, subject, name, email, role)
    select 'https://idp', name, name, name, 'user' from unnest('{same,one,ended,none}'::text[]) name`.execute(db);
  await sql`insert into account_ref (user_id, account_id, type)
    select user_id, account_id, 'instagram_account' from app_user, unnest('{1,2,3}'::text[]) account_id`.execute(db);
  await sql`insert into alert_watch (watch_id, user_id, account_id, kinds, checked_at)
    select gen_random_uuid(), user_id, account_id, kinds::text[], now() from app_user join (values
      ('same', '1', '{unusual_day,sync_behind}'), ('same', '2', '{sync_behind,unusual_day}'),
      ('same', '3', '{unusual_day}'), ('same', null, '{login_ending}'), ('one', '2', '{unusual_day}')
    ) chosen (name, account_id, kinds) using (name)`.execute(db);
  await sql`insert into audit_entry (actor_id, action, target, change)
    select user_id, 'alerts.stopped', 'user:' || user_id, '{}' from app_user where name = 'ended'`.execute(db);

  await migrate(db);

  const { rows: choices } = await sql<{
    name: string;
  }>`select name, account_id, app_kinds = mail_kinds as is_mailed, app_kinds
    from alert_choice join app_user using (user_id) order by name, account_id nulls first`.execute(db);
  expect(choices).toEqual([
    { name: 'ended', account_id: null, is_mailed: true, app_kinds: [] },
    { name: 'one', account_id: null, is_mailed: true, app_kinds: [] },
    { name: 'one', account_id: '2', is_mailed: true, app_kinds: ['unusual_day'] },
    { name: 'same', account_id: null, is_mailed: true, app_kinds: ['sync_behind', 'unusual_day', 'login_ending'] },
    { name: 'same', account_id: '3', is_mailed: true, app_kinds: ['unusual_day'] },
  ]);
  const { rows: since } = await sql<{ name: string }>`select name, since is not null as is_new from alert_check
    join app_user using (user_id) where evaluated->'1'->>'isFirst' = 'false' order by name`.execute(db);
  expect(since.filter((row) => 'is_new' in row && row.is_new).map(({ name }) => name)).toEqual(['none']);
  expect(since).toHaveLength(4);
});
