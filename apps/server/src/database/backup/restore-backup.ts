import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { sql } from 'kysely';
import type pg from 'pg';
import * as copy from 'pg-copy-streams';
import type { Database, DatabaseAddress } from '../database.ts';
import { readMigrations } from '../migrate.ts';
import { openOneConnection } from '../one-connection.ts';
import { readArchive } from './archive.ts';
import { BackupProblem, type Manifest } from './manifest.ts';
import { dropOwnTables, findFilledTable, listCounters } from './own-tables.ts';

const expand = promisify(gunzip);

/** Refuses what this version cannot read: a schema of a later one, or of one that never was. */
export async function requireReadable({ migrations, version }: Manifest): Promise<void> {
  const own = await readMigrations();
  for (const [index, { name, checksum }] of migrations.entries()) {
    const ours = own[index];
    if (ours?.name !== name)
      throw new BackupProblem(
        `The backup was made by a later Tidemark (${version}): restore it with that one, or a later.`,
      );
    if (ours.checksum !== checksum) throw new BackupProblem(`The backup knows another ${name} than this Tidemark.`);
  }
}

/** Refuses a database that somebody uses, and one with rows unless they are to be replaced. */
export async function requireFree(db: Database, { replace }: { replace: boolean }): Promise<void> {
  const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity
    where datname = current_database() and application_name in ('tidemark', 'tidemark-jobs')`.execute(db);
  if (rows.length > 0)
    throw new BackupProblem('A Tidemark is connected to this database: stop every process of it first.');
  const filled = replace ? null : await findFilledTable(db);
  if (filled !== null)
    throw new BackupProblem(`The database is not empty: ${filled} has rows. Use --replace to delete what is there.`);
}

/**
 * Puts an inspected archive into a database, all in one transaction: it is there whole, or everything is as before.
 * The schema is then the one of the backup; migrations bring it forward.
 */
export async function restoreBackup(
  { address, filesFolder }: { address: DatabaseAddress; filesFolder: string },
  file: string,
  manifest: Manifest,
  { replace = false } = {},
): Promise<void> {
  await requireReadable(manifest);
  const { client, db, close } = await openOneConnection(address, 'tidemark-restore');
  try {
    await requireFree(db, { replace });
    await client.query('begin');
    await client.query('set local synchronous_commit = off');
    await dropOwnTables(db);
    await makeSchema(db, manifest);
    await fillTables(client, db, { file, manifest, filesFolder });
    for (const { table, column, sequence } of await listCounters(db)) {
      const counter = manifest.counters.find((one) => one.table === table && one.column === column);
      if (counter) await sql`select setval(${sequence}::regclass, ${counter.value}, ${counter.used})`.execute(db);
    }
    await client.query('commit');
    await client.query('analyze');
  } finally {
    await close();
  }
}

async function makeSchema(db: Database, { migrations }: Manifest): Promise<void> {
  await sql`create table migration (name text primary key, checksum text not null, applied_at timestamptz not null default now())`.execute(
    db,
  );
  for (const { name, text, checksum } of (await readMigrations()).slice(0, migrations.length)) {
    await sql.raw(text).execute(db);
    await sql`insert into migration (name, checksum) values (${name}, ${checksum})`.execute(db);
  }
}

async function fillTables(
  client: pg.Client,
  db: Database,
  { file, manifest, filesFolder }: { file: string; manifest: Manifest; filesFolder: string },
): Promise<void> {
  // What migrations put in stands in the backup, too, as it was there.
  for (const { name } of manifest.tables.toReversed()) await sql`delete from ${sql.table(name)}`.execute(db);
  const pieces = readArchive(file);
  let piece = await pieces.next();
  for (const { name, columns, rows } of manifest.tables) {
    const stream = client.query(
      copy.from(`copy "${name}" (${columns.map((column) => `"${column}"`).join(', ')}) from stdin`),
    );
    await pipeline(async function* () {
      for (; !piece.done && piece.value.name.startsWith(`tables/${name}/`); piece = await pieces.next())
        yield await expand(piece.value.bytes);
    }, stream);
    if (stream.rowCount !== rows)
      throw new BackupProblem(`${stream.rowCount} of ${rows} rows of ${name} could be restored.`);
  }
  for (; !piece.done; piece = await pieces.next())
    if (piece.value.name.startsWith('files/')) await writeFileOf(filesFolder, piece.value);
}

async function writeFileOf(folder: string, { name, bytes }: { name: string; bytes: Buffer }): Promise<void> {
  const [, inner, own] = /^files\/([0-9a-f]{2})\/([a-z0-9-]{1,100}\.[a-z0-9]{1,8})$/.exec(name) ?? [];
  if (inner === undefined || own === undefined) throw new BackupProblem(`${name} is not the name of a stored file.`);
  const place = path.join(folder, inner, own);
  await mkdir(path.dirname(place), { recursive: true, mode: 0o700 });
  await writeFile(`${place}.restored.part`, bytes, { mode: 0o600, flush: true });
  await rename(`${place}.restored.part`, place);
}
