import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { sql } from 'kysely';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { Database, DatabaseAddress } from '../database.ts';
import { isMigrated, listAppliedMigrations, readMigrations } from '../migrate.ts';
import type { Signer } from '../../platform/signer.ts';
import { openOneConnection } from '../dedicated-connection.ts';
import { createArchive, type ArchiveWriter } from './archive.ts';
import { BackupError, formatVersion, type Manifest } from './manifest.ts';
import { findFilledTable, listCounters, listOwnTables } from './own-tables.ts';
import { inspectArchive } from './read-archive.ts';

const compress = promisify(gzip);
const pieceBytes = 8 * 1024 * 1024;
/**
 * After a restore, browsers request new live tokens, and sessions start again: an archive must not contain sign-ins,
 * nor links and codes that were used since.
 */
const leftOut = [
  'live_token',
  'server_process',
  'work_report',
  'session',
  'provider_entry',
  'provider_secret',
  'sign_in_link',
  'sign_in_failure',
  'passkey_challenge',
];

export interface BackupDeps {
  address: DatabaseAddress;
  /** The image files; a missing folder counts as empty. */
  filesFolder: string;
  version: string;
  signer: Signer;
  /** Lists the IDs of all keys that encrypted values need. */
  listKeyIds(db: Database): Promise<string[]>;
}

interface WriteOptions {
  allowEmpty?: boolean;
  allowOlder?: boolean;
  signal?: AbortSignal;
}

/**
 * Writes the whole database at one instant, and the files, into one archive, without blocking anyone. The archive is
 * read back and verified before it counts.
 *
 * @param options.allowOlder whether the schema may lack migrations of this version
 * @param options.signal ends the work between two tables or files
 */
export async function writeBackup(
  deps: BackupDeps,
  file: string,
  { allowEmpty = false, allowOlder = false, signal }: WriteOptions = {},
): Promise<Manifest> {
  const archive = await createArchive(file, deps.signer).catch((cause: unknown) => {
    throw new BackupError(`${file} is not writable: ${cause instanceof Error ? cause.message : ''}`, { cause });
  });
  try {
    const manifest = await inSnapshot(deps.address, async (client, db) => {
      await requireWorth(db, { allowEmpty, allowOlder });
      const facts = await readFacts(deps, db);
      const tables: Manifest['tables'] = [];
      for (const table of await listOwnTables(db)) {
        signal?.throwIfAborted();
        if (!leftOut.includes(table.name)) tables.push(await writeTable(client, db, archive, table));
      }
      return { ...facts, tables };
    });
    for await (const { name, bytes } of readFiles(deps.filesFolder)) {
      signal?.throwIfAborted();
      await archive.put(`files/${name}`, bytes);
    }
    const whole = { ...manifest, pieces: archive.pieces };
    await archive.finish(whole);
    return await inspectArchive(file);
  } catch (error) {
    await archive.discard();
    throw error;
  }
}

/** Returns what a backup would contain, without writing one. */
export async function planBackup(deps: Pick<BackupDeps, 'address' | 'filesFolder'>, { allowEmpty = false } = {}) {
  return inSnapshot(deps.address, async (_client, db) => {
    await requireWorth(db, { allowEmpty });
    const tables: { name: string; rows: number }[] = [];
    for (const { name } of await listOwnTables(db))
      if (!leftOut.includes(name)) tables.push({ name, rows: await countRows(db, name) });
    return { tables, files: (await listFiles(deps.filesFolder)).length };
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

async function requireWorth(
  db: Database,
  { allowEmpty, allowOlder = false }: { allowEmpty: boolean; allowOlder?: boolean },
): Promise<void> {
  const isThere = (await listOwnTables(db)).length > 0;
  if (!isThere) throw new BackupError('Nothing to back up: the database has no Tidemark tables.');
  if (!allowOlder && !(await isMigrated(db)))
    throw new BackupError(
      'The database schema is older than this version. Run tidemark migrate, or back up with the older version.',
    );
  const { rows } = await sql<{ name: string }>`select name from migration`.execute(db);
  const known = new Set((await readMigrations()).map(({ name }) => name));
  if (rows.some(({ name }) => !known.has(name)))
    throw new BackupError('The database schema is newer than this version. Back up with the newer version.');
  if (!allowEmpty && (await findFilledTable(db)) === null)
    throw new BackupError('Nothing to back up: the database has no users. Use --allow-empty if this is expected.');
}

async function readFacts({ version, listKeyIds }: BackupDeps, db: Database) {
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
    migrations: await listAppliedMigrations(db),
    keyIds: await listKeyIds(db),
    counters,
  };
}

/** Writes compressed chunks in PostgreSQL's text format, which every version can read. */
async function writeTable(
  client: pg.Client,
  db: Database,
  archive: ArchiveWriter,
  { name, columns }: { name: string; columns: string[] },
): Promise<Manifest['tables'][number]> {
  const stream = client.query(
    copyTo(
      `copy ${pg.escapeIdentifier(name)} (${columns.map((column) => pg.escapeIdentifier(column)).join(', ')}) to stdout`,
    ),
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
    throw new BackupError(`The backup is incomplete: ${stream.rowCount} of ${rows} rows of ${name} were written.`);
  return { name, columns, rows, pieces };
}

async function countRows(db: Database, name: string): Promise<number> {
  const { rows } = await sql<{ rows: number }>`select count(*) as rows from ${sql.table(name)}`.execute(db);
  return rows[0]?.rows ?? 0;
}

/** Lists files under their final name; those still being written have another, and belong to the next backup. */
async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.part'))
    .map((entry) => path.join(entry.parentPath, entry.name));
}

async function* readFiles(folder: string): AsyncGenerator<{ name: string; bytes: Buffer }> {
  for (const place of await listFiles(folder)) {
    // A file deleted meanwhile may be missing.
    const bytes = await readFile(place).catch(() => null);
    if (bytes) yield { name: path.relative(folder, place).split(path.sep).join('/'), bytes };
  }
}
