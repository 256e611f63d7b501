import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { sql } from 'kysely';
import { afterEach, expect, inject, it } from 'vitest';
import { onServer } from '../../test/on-nodes.ts';
import { connectDatabase, type Database, type DatabaseAddress } from './database.ts';
import { accountTables } from './distribute.ts';
import { migrate } from './migrate.ts';

const standIn = path.resolve(import.meta.dirname, '../../test/citus-stand-in');
const { server } = inject('database');
const opened: { db: Database; name: string }[] = [];

async function openEmpty(): Promise<{ db: Database; address: DatabaseAddress }> {
  const name = `tidemark_spread_${randomBytes(6).toString('hex')}`;
  await onServer(server, `create database ${name}`);
  const address = { ...server, database: name };
  const db = connectDatabase(address);
  opened.push({ db, name });
  return { db, address };
}

afterEach(async () => {
  for (const { db, name } of opened.splice(0)) {
    await db.destroy();
    await onServer(server, `drop database if exists ${name} with (force)`);
  }
});

/**
 * Installs Citus on a server that loads it; else a stand-in, if the server finds extensions in other folders (PostgreSQL 18 or
 * later).
 */
async function addCitus(db: Database): Promise<boolean> {
  return db.connection().execute(async (connection) => {
    const { rows } = await sql<{ version: number; known: boolean }>`
      select current_setting('server_version_num')::int / 10000 as version,
        current_setting('shared_preload_libraries') like '%citus%' as known`.execute(connection);
    const [about] = rows;
    if (!about || (!about.known && about.version < 18)) return false;
    if (!about.known)
      await sql`select set_config('extension_control_path', ${`$system:${standIn}`}, false)`.execute(connection);
    await sql`create extension citus`.execute(connection);
    return true;
  });
}

const readDistribution = async (db: Database) => {
  const { rows } = await sql<{ name: string; together: number }>`
    select relname as name, colocationid as together from pg_dist_partition join pg_class on pg_class.oid = logicalrelid::oid
    where relname = any(${sql.val([...accountTables])}::text[])`.execute(db);
  return rows;
};

it('distributes account tables with Citus and co-locates each account', async ({ skip }) => {
  const { db } = await openEmpty();
  if (!(await addCitus(db))) skip('This server has no Citus and cannot have its stand-in');

  const done = await migrate(db);

  const distribution = await readDistribution(db);
  expect(distribution.map(({ name }) => name).sort()).toEqual([...accountTables].sort());
  expect(new Set(distribution.map(({ together }) => together)).size).toBe(1);
  expect(done).toContain('media_day by account');
  expect(await migrate(db)).toEqual([]);
});

it('distributes tables that contain rows, and leaves no local rows behind', async ({ skip }) => {
  const { db } = await openEmpty();
  await migrate(db);
  await db.insertInto('account').values({ account_id: '17', type: 'instagram_account', username: 'full' }).execute();
  if (!(await addCitus(db))) skip('This server has no Citus and cannot have its stand-in');

  await migrate(db);

  expect((await readDistribution(db)).length).toBe(accountTables.length);
  expect(await db.selectFrom('account').select('username').execute()).toEqual([{ username: 'full' }]);
});

it('distributes nothing without Citus', async () => {
  const { db } = await openEmpty();

  const done = await migrate(db);

  expect(done.filter((name) => !name.endsWith('.sql'))).toEqual([]);
});
