import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { sql } from 'kysely';
import { to as copyTo } from 'pg-copy-streams';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { toUrl } from '../../test/read-rows.ts';
import { createTestDatabase } from '../../test/test-database.ts';
import { createArchive } from '../database/backup/archive.ts';
import { signaturePurpose, type Manifest } from '../database/backup/manifest.ts';
import { dropOwnTables, listOwnTables } from '../database/backup/own-tables.ts';
import { connectDatabase, type Database, type DatabaseAddress } from '../database/database.ts';
import { openOneConnection } from '../database/dedicated-connection.ts';
import { readMigrations } from '../database/migrate.ts';
import { createVault } from '../platform/secrets.ts';
import { createSigner } from '../platform/signer.ts';
import { restore } from './restore.ts';

const keys = `test:${Buffer.alloc(32, 7).toString('base64')}`;
const userId = '0f0e0d0c-0000-4000-8000-000000000001';
let folder: string;
let there: { address: DatabaseAddress; drop(): Promise<void> };
const said: string[] = [];

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'tidemark-older-'));
  there = await createTestDatabase();
  for (const method of ['log', 'error'] as const)
    vi.spyOn(console, method).mockImplementation((line: unknown) => void said.push(String(line)));
});
afterEach(async () => {
  vi.restoreAllMocks();
  said.length = 0;
  await there.drop();
  await rm(folder, { recursive: true, force: true });
});

const applyBefore = async (db: Database, first: string) => {
  const migrations = (await readMigrations()).filter(({ name }) => name < first);
  for (const { text: statements } of migrations) await sql.raw(statements).execute(db);
  return migrations.map(({ name, checksum }) => ({ name, checksum }));
};

/** Makes a signed backup with the schema before a migration, as that release wrote it. */
async function backUpBefore(first: string, fill: (db: Database) => Promise<unknown>): Promise<string> {
  const { client, db, close } = await openOneConnection(there.address, 'tidemark-test');
  try {
    await dropOwnTables(db);
    const migrations = await applyBefore(db, first);
    await fill(db);
    const file = path.join(folder, 'older.tar');
    const archive = await createArchive(file, createSigner(keys, signaturePurpose));
    const tables: Manifest['tables'] = [];
    for (const { name, columns } of await listOwnTables(db)) {
      const rows = await text(client.query(copyTo(`copy ${name} (${columns.join(', ')}) to stdout`)));
      const piece = `tables/${name}/000001.copy.gz`;
      if (rows !== '') await archive.put(piece, await promisify(gzip)(rows));
      tables.push({ name, columns, rows: rows.split('\n').length - 1, pieces: rows === '' ? [] : [piece] });
    }
    await archive.finish({
      format: 'tidemark backup',
      formatVersion: 2,
      version: '0.9.0',
      madeAt: '2026-11-20T03:00:00Z',
      database: 'PostgreSQL 15.1',
      migrations,
      keyIds: ['test'],
      tables,
      counters: [],
      pieces: archive.pieces,
    });
    await dropOwnTables(db);
    return file;
  } finally {
    await close();
  }
}

it('restores rows, decryptable tokens and checkpoints from a backup with old column names', async () => {
  const token = createVault(keys).encrypt('the token', `meta_connection|${userId}|token_sealed`);
  const checkpoints = {
    account_details: { status: 'pending', done: null, total: null, together: { stories: true, demographics: false } },
    media: { status: 'in_progress', done: 100, total: 300, after: 'cursor', ownFigures: 'wanted' },
  };
  const file = await backUpBefore('0017', async (db) => {
    await sql`insert into app_user (user_id, issuer, subject, name, email) values (${userId}, 'i', 's', 'Maya', 'm@x')`.execute(
      db,
    );
    await sql`insert into meta_connection (user_id, meta_user_id, token_sealed, scopes) values (${userId}, '1', ${token}, '{}')`.execute(
      db,
    );
    await sql`insert into closed_identity (identity_hash, closed_at) values ('\\x01', now())`.execute(db);
    await sql`insert into roadmap_reading (repository, next_read_at) values ('owner/name', now())`.execute(db);
    await sql`insert into thumbnail_turn (account_id, seen_version) values ('17', 4)`.execute(db);
    await sql`insert into sync_state (account_id, fence, wanted, refused, tasks)
      values ('17', 9, true, '["surface:reach@2026-11-01"]', ${JSON.stringify(checkpoints)})`.execute(db);
  });

  const status = await restore(
    { DATABASE_URL: toUrl(there.address), DATA_DIR: path.join(folder, 'data'), ENCRYPTION_KEYS: keys },
    [file],
  );

  expect(said.filter((line) => line.startsWith('Error'))).toEqual([]);
  expect(status).toBe(0);
  expect(said).toContain('A Meta token decrypts with the key test.');
  const db = connectDatabase(there.address, { max: 1 });
  try {
    expect(await db.selectFrom('deleted_identity').select('identity_hash').execute()).toHaveLength(1);
    expect(await db.selectFrom('roadmap_fetch').select('repository').execute()).toEqual([{ repository: 'owner/name' }]);
    expect(await db.selectFrom('thumbnail_queue').select('checked_version').execute()).toEqual([
      { checked_version: 4 },
    ]);
    expect(await db.selectFrom('sync_state').selectAll().executeTakeFirst()).toMatchObject({
      fencing_token: 9,
      sync_requested: true,
      refused_metrics: ['surface:reach@2026-11-01'],
      tasks: {
        account_details: { batch: { stories: true, demographics: false } },
        media: { status: 'in_progress', done: 100, total: 300, after: 'cursor', typeMetrics: 'pending' },
      },
    });
  } finally {
    await db.destroy();
  }
});

it('replaces a database with old table names by a restore', async () => {
  const file = await backUpBefore('0017', (db) =>
    sql`insert into app_user (issuer, subject, name, email) values ('i', 's', 'Maya', 'm@x')`.execute(db),
  );
  const environment = {
    DATABASE_URL: toUrl(there.address),
    DATA_DIR: path.join(folder, 'data'),
    ENCRYPTION_KEYS: keys,
  };
  const { db, close } = await openOneConnection(there.address, 'tidemark-test');
  await applyBefore(db, '0017');
  await sql`insert into thumbnail_turn (account_id) values ('17')`.execute(db);
  await close();

  await expect(restore(environment, [file])).rejects.toThrow('thumbnail_turn has rows');
  const status = await restore(environment, [file, '--replace']);

  expect(status).toBe(0);
});
