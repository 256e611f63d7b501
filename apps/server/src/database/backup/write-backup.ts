import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { sql } from 'kysely';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { Database, DatabaseAddress } from '../database.ts';
import { isMigrated, readMigrations } from '../migrate.ts';
import { openOneConnection } from '../one-connection.ts';
import { createArchive, inspectArchive, type ArchiveWriter } from './archive.ts';
import { BackupProblem, formatVersion, type Manifest } from './manifest.ts';
import { findFilledTable, listCounters, listOwnTables } from './own-tables.ts';

const compress = promisify(gzip);
const pieceBytes = 8 * 1024 * 1024;
/** Short-lived by design: after a restore browsers fetch new ones. */
const leftOut = ['live_token'];

export interface BackupNeeds {
  address: DatabaseAddress;
  /** Pictures; a folder that is not there is an empty one. */
  filesFolder: string;
  version: string;
  /** The keys that sealed values ask for. */
  listKeyIds(db: Database): Promise<string[]>;
}

/**
 * Writes the whole database, as it is at one instant, and the files into one archive. It disturbs nobody, and what it
 * has written is read again before it counts.
 */
export async function writeBackup(needs: BackupNeeds, file: string, { allowEmpty = false } = {}): Promise<Manifest> {
  const archive = await createArchive(file).catch((cause: unknown) => {
    throw new BackupProblem(`${file} cannot be written: ${cause instanceof Error ? cause.message : ''}`, { cause });
  });
  try {
    const manifest = await inSnapshot(needs.address, async (client, db) => {
      await requireWorth(db, allowEmpty);
      const facts = await readFacts(needs, db);
      const tables: Manifest['tables'] = [];
      for (const table of await listOwnTables(db))
        if (!leftOut.includes(table.name)) tables.push(await writeTable(client, db, archive, table));
      return { ...facts, tables };
    });
    for await (const { name, bytes } of readFiles(needs.filesFolder)) await archive.put(`files/${name}`, bytes);
    const whole = { ...manifest, pieces: archive.pieces };
    await archive.finish(whole);
    return await inspectArchive(file);
  } catch (error) {
    await archive.discard();
    throw error;
  }
}

/** What a backup would hold, without writing one. */
export async function planBackup(needs: Pick<BackupNeeds, 'address' | 'filesFolder'>, { allowEmpty = false } = {}) {
  return inSnapshot(needs.address, async (_client, db) => {
    await requireWorth(db, allowEmpty);
    const tables: { name: string; rows: number }[] = [];
    for (const { name } of await listOwnTables(db))
      if (!leftOut.includes(name)) tables.push({ name, rows: await countRows(db, name) });
    return { tables, files: (await listFiles(needs.filesFolder)).length };
  });
}

async function inSnapshot<Result>(
  address: DatabaseAddress,
  read: (client: pg.Client, db: Database) => Promise<Result>,
): Promise<Result> {
  const { client, db, close } = await openOneConnection(address, 'tidemark-backup');
  try {
    await client.query('begin isolation level repeatable read, read only');
    return await read(client, db);
  } finally {
    await close();
  }
}

async function requireWorth(db: Database, allowEmpty: boolean): Promise<void> {
  const isThere = (await listOwnTables(db)).length > 0;
  if (!isThere) throw new BackupProblem('There is nothing to back up: the database has no tables of Tidemark.');
  if (!(await isMigrated(db)))
    throw new BackupProblem('The database is of an earlier version: run tidemark migrate, or back up with that one.');
  const { rows } = await sql<{ name: string }>`select name from migration`.execute(db);
  const known = new Set((await readMigrations()).map(({ name }) => name));
  if (rows.some(({ name }) => !known.has(name)))
    throw new BackupProblem('The database is of a later version: back up with that Tidemark.');
  if (!allowEmpty && (await findFilledTable(db)) === null)
    throw new BackupProblem(
      'There is nothing to back up: nobody has used this database. Use --allow-empty if that is right.',
    );
}

async function readFacts({ version, listKeyIds }: BackupNeeds, db: Database) {
  const { rows } = await sql<{ server: string }>`select version() as server`.execute(db);
  const counters: Manifest['counters'] = [];
  for (const { table, column, sequence } of await listCounters(db)) {
    const state = await sql<{
      value: number;
      used: boolean;
    }>`select last_value as value, is_called as used from ${sql.raw(sequence)}`.execute(db);
    counters.push({ table, column, value: state.rows[0]?.value ?? 1, used: state.rows[0]?.used ?? false });
  }
  return {
    format: 'tidemark backup' as const,
    formatVersion,
    version,
    madeAt: new Date().toISOString(),
    database: rows[0]?.server ?? '',
    migrations: (await readMigrations()).map(({ name, checksum }) => ({ name, checksum })),
    keyIds: await listKeyIds(db),
    counters,
  };
}

/** Compressed pieces of PostgreSQL's own text form, which every version of it reads. */
async function writeTable(
  client: pg.Client,
  db: Database,
  archive: ArchiveWriter,
  { name, columns }: { name: string; columns: string[] },
): Promise<Manifest['tables'][number]> {
  const stream = client.query(
    copyTo(`copy "${name}" (${columns.map((column) => `"${column}"`).join(', ')}) to stdout`),
  );
  const pieces: string[] = [];
  let waiting: Buffer[] = [];
  let bytes = 0;
  const flush = async () => {
    const piece = `tables/${name}/${String(pieces.length + 1).padStart(6, '0')}.copy.gz`;
    await archive.put(piece, await compress(Buffer.concat(waiting), { level: 1 }));
    pieces.push(piece);
    [waiting, bytes] = [[], 0];
  };
  for await (const part of stream as AsyncIterable<Buffer>) {
    waiting.push(part);
    bytes += part.length;
    if (bytes >= pieceBytes) await flush();
  }
  if (bytes > 0) await flush();
  const rows = await countRows(db, name);
  if (stream.rowCount !== rows)
    throw new BackupProblem(`The backup is short: ${stream.rowCount} of ${rows} rows of ${name} were written.`);
  return { name, columns, rows, pieces };
}

async function countRows(db: Database, name: string): Promise<number> {
  const { rows } = await sql<{ rows: number }>`select count(*) as rows from ${sql.table(name)}`.execute(db);
  return rows[0]?.rows ?? 0;
}

/** Files that have their name: what is being written has another, and comes with the next backup. */
async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.part'))
    .map((entry) => path.join(entry.parentPath, entry.name));
}

async function* readFiles(folder: string): AsyncGenerator<{ name: string; bytes: Buffer }> {
  for (const place of await listFiles(folder)) {
    // One that is deleted meanwhile is missed by nobody.
    const bytes = await readFile(place).catch(() => null);
    if (bytes) yield { name: path.relative(folder, place).split(path.sep).join('/'), bytes };
  }
}
