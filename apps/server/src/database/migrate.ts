import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import type { Database } from './database.ts';
import { distribute, hasCitus } from './distribute.ts';

const folder = new URL('./migrations/', import.meta.url);
const lock = 7_263_480_115;

/**
 * Applies pending migrations, one transaction per file, under an advisory lock: when several processes start at once,
 * one migrates and the others wait. Throws if an applied file has changed. With Citus, account tables are then
 * distributed.
 */
export async function migrate(db: Database): Promise<string[]> {
  const files = await readMigrations();
  return db.connection().execute(async (connection) => {
    await sql`set lock_timeout = '60s'`.execute(connection);
    await sql`set statement_timeout = 0`.execute(connection);
    await sql`select pg_advisory_lock(${lock})`.execute(connection);
    try {
      await createOnce(connection, 'migration', () =>
        sql`create table migration (name text primary key, checksum text not null, applied_at timestamptz not null default now())`.execute(
          connection,
        ),
      );
      await createOnce(connection, 'jobs', () => sql`create schema jobs`.execute(connection));
      const { rows } = await sql<{ name: string; checksum: string }>`select name, checksum from migration`.execute(
        connection,
      );
      const applied = new Map(rows.map((row) => [row.name, row.checksum]));
      const isDistributed = await hasCitus(connection);
      const done: string[] = [];
      for (const { name, text, checksum } of files) {
        const known = applied.get(name);
        if (known && known !== checksum) throw new Error(`The migration ${name} has changed since it was applied.`);
        if (known) continue;
        await connection.transaction().execute(async (transaction) => {
          // Citus allows DDL and row changes in one transaction only in sequential mode.
          if (isDistributed) await sql`set local citus.multi_shard_modify_mode = 'sequential'`.execute(transaction);
          await sql.raw(text).execute(transaction);
          await sql`insert into migration (name, checksum) values (${name}, ${checksum})`.execute(transaction);
        });
        done.push(name);
      }
      if (isDistributed) for (const table of await distribute(connection)) done.push(`${table} by account`);
      return done;
    } finally {
      await sql`select pg_advisory_unlock(${lock})`.execute(connection);
      await sql`reset lock_timeout`.execute(connection);
      await sql`reset statement_timeout`.execute(connection);
    }
  });
}

/**
 * Creates it only if missing: even `if not exists` requires the right to create, which the product's role does not
 * have.
 */
async function createOnce(db: Database, name: string, create: () => Promise<unknown>): Promise<void> {
  const { rows } = await sql<{ exists: boolean }>`
    select coalesce(to_regclass(${name})::oid, to_regnamespace(${name})::oid) is not null as exists`.execute(db);
  if (!rows[0]?.exists) await create();
}

// A version's files do not change while it runs.
let migrationNames: Promise<string[]> | undefined;

export async function isMigrated(db: Database): Promise<boolean> {
  return (await listPendingMigrations(db)).length === 0;
}

/** Lists this version's migrations that the database lacks, in order. */
export async function listPendingMigrations(db: Database): Promise<string[]> {
  migrationNames ??= readMigrations().then((files) => files.map(({ name }) => name));
  const names = await migrationNames;
  const { rows } = await sql<{ name: string }>`select name from migration`.execute(db);
  const applied = new Set(rows.map((row) => row.name));
  return names.filter((name) => !applied.has(name));
}

/** Lists the migrations that the database has, in order. */
export async function listAppliedMigrations(db: Database): Promise<{ name: string; checksum: string }[]> {
  const { rows } = await sql<{ name: string; checksum: string }>`
    select name, checksum from migration order by name`.execute(db);
  return rows;
}

/** Reads this version's migrations, in order. */
export async function readMigrations() {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, folder), 'utf8');
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') };
    }),
  );
}
