import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import type { Database } from './database.ts';
import { distribute, hasCitus } from './distribute.ts';

const folder = new URL('./migrations/', import.meta.url);
const lock = 7_263_480_115;

/**
 * Applies what is not applied yet, one transaction a file, under an advisory lock: of several processes that start at
 * once one works and the others wait. A file that changed after it was applied is refused. Where there is Citus, the
 * tables of accounts are spread afterwards.
 */
export async function migrate(db: Database): Promise<string[]> {
  const files = await readMigrations();
  return db.connection().execute(async (connection) => {
    await sql`set lock_timeout = '60s'`.execute(connection);
    await sql`set statement_timeout = 0`.execute(connection);
    await sql`select pg_advisory_lock(${lock})`.execute(connection);
    try {
      await sql`create table if not exists migration (name text primary key, checksum text not null, applied_at timestamptz not null default now())`.execute(
        connection,
      );
      const { rows } = await sql<{ name: string; checksum: string }>`select name, checksum from migration`.execute(
        connection,
      );
      const applied = new Map(rows.map((row) => [row.name, row.checksum]));
      const isSpread = await hasCitus(connection);
      const done: string[] = [];
      for (const { name, text, checksum } of files) {
        const known = applied.get(name);
        if (known && known !== checksum) throw new Error(`The migration ${name} has changed since it was applied.`);
        if (known) continue;
        await connection.transaction().execute(async (transaction) => {
          // Statements on tables and on their rows mix in one transaction only when shards take turns.
          if (isSpread) await sql`set local citus.multi_shard_modify_mode = 'sequential'`.execute(transaction);
          await sql.raw(text).execute(transaction);
          await sql`insert into migration (name, checksum) values (${name}, ${checksum})`.execute(transaction);
        });
        done.push(name);
      }
      if (isSpread) for (const table of await distribute(connection)) done.push(`${table} by account`);
      return done;
    } finally {
      await sql`select pg_advisory_unlock(${lock})`.execute(connection);
      await sql`reset lock_timeout`.execute(connection);
      await sql`reset statement_timeout`.execute(connection);
    }
  });
}

/** True when every migration of this version is applied. */
export async function isMigrated(db: Database): Promise<boolean> {
  const files = await readMigrations();
  const { rows } = await sql<{ name: string }>`select name from migration`.execute(db);
  const applied = new Set(rows.map((row) => row.name));
  return files.every(({ name }) => applied.has(name));
}

/** The migrations of this version, in order. */
export async function readMigrations() {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, folder), 'utf8');
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') };
    }),
  );
}
