import { rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type pg from 'pg';
import type { Database, DatabaseAddress } from '../database.ts';
import { readMigrations } from '../migrate.ts';
import { openOneConnection } from '../dedicated-connection.ts';
import { writeDraft } from '../../platform/files/file-store.ts';
import { asInsertOnlyRole, copyRows } from './copy-rows.ts';
import { BackupError, type Manifest } from './manifest.ts';
import { dropOwnTables, findFilledTable, listCounters, listOwnTables } from './own-tables.ts';
import { unpack, type ArchiveReader } from './read-archive.ts';

/** Throws for a schema that this version cannot read: a later or an unknown one. */
export async function requireReadable({ migrations, version }: Manifest): Promise<void> {
  const own = await readMigrations();
  for (const [index, { name, checksum }] of migrations.entries()) {
    const ours = own[index];
    if (ours?.name !== name)
      throw new BackupError(
        `The backup was created by a newer version of Tidemark (${version}). Restore it with that version or later.`,
      );
    if (ours.checksum !== checksum)
      throw new BackupError(`The backup’s migration ${name} differs from this version’s.`);
  }
}

const disconnectMillis = 2_000;

async function isInUse(db: Database): Promise<boolean> {
  const { rows } = await sql`select from pg_stat_activity
    where datname = current_database() and application_name in ('tidemark', 'tidemark-jobs') limit 1`.execute(db);
  return rows.length > 0;
}

/** Throws when the database is in use, or contains rows that are not to be replaced. */
export async function requireFree(db: Database, { replace }: { replace: boolean }): Promise<void> {
  // A process that has just stopped stays connected for a moment, and PostgreSQL does not report its end.
  for (const deadline = Date.now() + disconnectMillis; await isInUse(db); await sleep(100))
    if (Date.now() > deadline)
      throw new BackupError('Tidemark is connected to this database. Stop all of its processes first.');
  const filled = replace ? null : await findFilledTable(db);
  if (filled !== null)
    throw new BackupError(`The database is not empty: ${filled} has rows. Use --replace to delete existing data.`);
}

/**
 * Restores an inspected archive in one transaction: either everything is restored, or nothing changes. The schema is
 * then the backup's; migrations update it.
 */
export async function restoreBackup(
  { address, filesFolder }: { address: DatabaseAddress; filesFolder: string },
  archive: ArchiveReader,
  manifest: Manifest,
  { replace = false } = {},
): Promise<void> {
  await requireReadable(manifest);
  const { client, db, close } = await openOneConnection(address, 'tidemark-restore');
  const writtenFiles: string[] = [];
  try {
    await requireFree(db, { replace });
    await client.query('begin');
    await client.query('set local synchronous_commit = off');
    await dropOwnTables(db);
    await makeSchema(db, manifest);
    await fillTables(client, db, archive, manifest);
    await setCounters(db, manifest);
    for (const piece of manifest.pieces)
      if (piece.name.startsWith('files/')) {
        const written = await writeStoredFile(filesFolder, piece.name, await archive.read(piece));
        if (written !== null) writtenFiles.push(written);
      }
    await client.query('commit');
    writtenFiles.length = 0;
    await client.query('analyze');
  } catch (error) {
    for (const file of writtenFiles) await rm(file, { force: true });
    throw error;
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

/** Tables and columns come from the migrations that have just run; the manifest only selects among them. */
async function fillTables(client: pg.Client, db: Database, archive: ArchiveReader, manifest: Manifest) {
  const own = await listOwnTables(db);
  const stored = new Map(manifest.tables.map((table) => [table.name, table]));
  for (const { name, columns } of manifest.tables) {
    const table = own.find((one) => one.name === name);
    const unknown = table ? columns.find((column) => !table.columns.includes(column)) : '';
    if (unknown !== undefined)
      throw new BackupError(
        `The backup has ${unknown === '' ? `a table ${name}` : `a column ${unknown} of ${name}`}, which Tidemark does not.`,
      );
  }
  // The backup contains the rows that migrations insert.
  for (const { name } of own.toReversed()) if (stored.has(name)) await sql`delete from ${sql.table(name)}`.execute(db);
  const pieces = new Map(manifest.pieces.map((piece) => [piece.name, piece]));
  const names = own.map(({ name }) => name);
  await asInsertOnlyRole(db, names, async () => {
    for (const { name, columns: ownColumns } of own) {
      const table = stored.get(name);
      if (!table) continue;
      const columns = table.columns.flatMap((column) => ownColumns.filter((ours) => ours === column));
      const chunks = (async function* () {
        for (const pieceName of table.pieces) {
          const piece = pieces.get(pieceName);
          if (piece) yield await unpack(await archive.read(piece), pieceName);
        }
      })();
      const copied = await copyRows(client, { name, columns }, chunks).catch((cause: unknown) => {
        throw toBackupProblem(cause, name);
      });
      if (copied !== table.rows) throw new BackupError(`${copied} of ${table.rows} rows of ${name} could be restored.`);
    }
  });
}

/** Reports a row that PostgreSQL does not accept as an error in the backup; returns anything else unchanged. */
function toBackupProblem(cause: unknown, table: string): unknown {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  if (!(cause instanceof Error) || !/^(22|23|428C9|42601|54)/.test(code)) return cause;
  return new BackupError(`The rows of ${table} cannot be restored: ${cause.message}.`, { cause });
}

async function setCounters(db: Database, manifest: Manifest): Promise<void> {
  for (const { table, column, sequence } of await listCounters(db)) {
    const counter = manifest.counters.find((one) => one.table === table && one.column === column);
    if (!counter) continue;
    if (counter.value < 1) throw new BackupError(`The backup has an impossible counter for ${table}.${column}.`);
    await sql`select setval(${sequence}::regclass, ${counter.value}, ${counter.used})`.execute(db);
  }
}

/** Returns the path if the file is new. The manifest allows no name outside the folder. */
async function writeStoredFile(folder: string, name: string, bytes: Buffer): Promise<string | null> {
  const [, inner = '', own = ''] = name.split('/');
  const place = path.join(folder, inner, own);
  const draft = `${place}.restored.part`;
  await rm(draft, { force: true });
  await writeDraft(draft, bytes);
  const isNew = !(await stat(place).catch(() => null));
  await rename(draft, place);
  return isNew ? place : null;
}
