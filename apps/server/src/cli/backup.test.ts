import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { hashTables, toUrl } from '../../test/read-rows.ts';
import { startTestApp, type TestApp } from '../../test/start-test-app.ts';
import { createTestDatabase } from '../../test/test-database.ts';
import { settled } from '../../test/world.ts';
import { createArchive, inspectArchive } from '../database/backup/archive.ts';
import { manifestName } from '../database/backup/manifest.ts';
import { connectDatabase, type Database, type DatabaseAddress } from '../database/database.ts';
import { readMigrations } from '../database/migrate.ts';
import { backup } from './backup.ts';
import { restore } from './restore.ts';

const keys = `test:${Buffer.alloc(32, 7).toString('base64')}`;
let app: TestApp;
let folder: string;
let source: { address: DatabaseAddress; drop(): Promise<void> };
let file: string;
const said: string[] = [];
const targets: { db: Database; drop(): Promise<void> }[] = [];

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'tidemark-backup-'));
  file = path.join(folder, 'first.tar');
  source = await createTestDatabase();
  app = await startTestApp({ address: source.address, thumbnails: true });
  await settled(app, 'theo@sandbox.test', { plan: 'starter' });
  for (const method of ['log', 'error'] as const)
    vi.spyOn(console, method).mockImplementation((line: unknown) => void said.push(String(line)));
  await mkdir(path.join(app.dataDir, 'files', 'ab'), { recursive: true });
  await writeFile(path.join(app.dataDir, 'files', 'ab', 'photo.webp'), 'the bytes of a photo');
  await backup(environmentOf(source.address, app.dataDir), [file]);
});

afterAll(async () => {
  vi.restoreAllMocks();
  await app.close();
  for (const { db, drop } of targets) {
    await db.destroy();
    await drop();
  }
  await source.drop();
  await rm(folder, { recursive: true, force: true });
});

const environmentOf = (address: DatabaseAddress, dataDir: string, encryptionKeys = keys) => ({
  DATABASE_URL: toUrl(address),
  DATA_DIR: dataDir,
  ENCRYPTION_KEYS: encryptionKeys,
});

/** Another machine: an empty database and an empty data folder. */
async function elsewhere() {
  const { address, drop } = await createTestDatabase();
  const dataDir = await mkdtemp(path.join(folder, 'data-'));
  // Opened with each look: a database with a connection of ours counts as in use.
  const look = async <Result>(read: (db: Database) => Promise<Result>) => {
    const db = connectDatabase(address, { max: 1 });
    try {
      return await read(db);
    } finally {
      await db.destroy();
    }
  };
  targets.push({ db: connectDatabase(address), drop });
  return { address, dataDir, look, environment: environmentOf(address, dataDir) };
}

describe('a backup', () => {
  it('brings everything back on another machine: every row, every file, every counter', async () => {
    const [there, further] = await Promise.all([elsewhere(), elsewhere()]);
    const again = path.join(folder, 'again.tar');

    const status = await restore(there.environment, [file]);
    await backup(there.environment, [again]);
    await restore(further.environment, [again]);

    expect(status).toBe(0);
    // The first Tidemark goes on meanwhile: what moves by itself is only compared between the two copies.
    const kept = [
      'account_day',
      'account_window',
      'media',
      'media_day',
      'demographics',
      'meta_connection',
      'plan',
      'subscription',
      'audit_entry',
      'audit_chain',
    ];
    const [own, first, second] = [
      await hashTables(app.db),
      await there.look(hashTables),
      await further.look(hashTables),
    ];
    expect(kept.map((name) => first[name])).toEqual(kept.map((name) => own[name]));
    // When a migration was applied, and that a backup was made, are told of each database for itself.
    expect({ ...second, migration: null, nightly_run: null }).toEqual({ ...first, migration: null, nightly_run: null });
    expect(await readFile(path.join(further.dataDir, 'files', 'ab', 'photo.webp'), 'utf8')).toBe(
      'the bytes of a photo',
    );
    await there.look((db) =>
      db
        .insertInto('audit_entry')
        .values({
          action: 'after',
          target: 'x',
          change: '{}',
          actor_id: null,
          request_id: null,
          failure: null,
          previous_hash: null,
          hash: null,
        })
        .execute(),
    );
  });

  it('holds no key and no token that opens a stream', async () => {
    const whole = await readFile(file);
    const manifest = await inspectArchive(file);

    expect(whole.includes(Buffer.alloc(32, 7).toString('base64'))).toBe(false);
    expect(manifest.tables.map(({ name }) => name)).not.toContain('live_token');
    expect(manifest.keyIds).toEqual(['test']);
    expect(said.join('\n')).toContain('Keep the encryption key test in another place');
  });

  it('can be tried in a database that is thrown away', async () => {
    said.length = 0;

    const status = await restore(environmentOf(source.address, app.dataDir), ['--verify', file]);

    expect(status).toBe(0);
    expect(said).toEqual(
      expect.arrayContaining([
        'A Meta token opens with the key test.',
        'The daily gains of each post add up to its totals.',
        'The backup can be restored.',
      ]),
    );
  });

  it('says so when its keys are not here, and cannot be trusted when a token does not open', async () => {
    const there = await elsewhere();
    said.length = 0;
    const another = `other:${randomBytes(32).toString('base64')}`;
    const forged = `test:${randomBytes(32).toString('base64')}`;

    const unknown = await restore({ ...there.environment, ENCRYPTION_KEYS: another }, [
      '--verify',
      '--scratch',
      toUrl(there.address),
      file,
    ]);
    const wrong = await restore({ ...there.environment, ENCRYPTION_KEYS: forged }, [
      '--verify',
      '--scratch',
      toUrl(there.address),
      file,
    ]);

    expect(unknown).toBe(0);
    expect(said.join('\n')).toContain('sealed with the key test, which is not among the encryption keys here');
    expect(wrong).toBe(1);
  });

  it('is refused by a database with rows in it, unless they are to be replaced', async () => {
    const there = await elsewhere();
    await there.look((db) =>
      db.insertInto('app_user').values({ issuer: 'i', subject: 's', name: 'Somebody', email: 'a@b' }).execute(),
    );

    await expect(restore(there.environment, [file])).rejects.toThrow('The database is not empty: app_user has rows');
    expect(await restore(there.environment, [file, '--replace'])).toBe(0);

    const names = await there.look((db) => db.selectFrom('app_user').select('name').execute());
    expect(names).not.toContainEqual({ name: 'Somebody' });
  });

  it('is refused while a Tidemark uses the database', async () => {
    await expect(restore(environmentOf(source.address, app.dataDir), [file, '--replace'])).rejects.toThrow(
      'A Tidemark is connected',
    );
  });

  it('changes nothing when it is only tried', async () => {
    const there = await elsewhere();
    const before = await there.look(hashTables);

    await restore(there.environment, [file, '--dry-run']);
    await backup(environmentOf(source.address, app.dataDir), [path.join(folder, 'never.tar'), '--dry-run']);

    expect(await there.look(hashTables)).toEqual(before);
    await expect(readFile(path.join(folder, 'never.tar'))).rejects.toThrow('ENOENT');
  });
});

describe('a backup that is not whole', () => {
  it.each([
    ['cut short', (bytes: Buffer) => bytes.subarray(0, bytes.length - 2_000)],
    ['cut in the middle', (bytes: Buffer) => bytes.subarray(0, Math.floor(bytes.length / 2))],
    ['empty', () => Buffer.alloc(0)],
    ['something else', () => randomBytes(4_000)],
    ['changed by one bit', (bytes: Buffer) => Object.assign(Buffer.from(bytes), { 700: (bytes[700] ?? 0) ^ 1 })],
  ])('is refused before anything is written: %s', async (_name, spoil) => {
    const there = await elsewhere();
    const spoiled = path.join(folder, `${randomBytes(4).toString('hex')}.tar`);
    await writeFile(spoiled, spoil(await readFile(file)));
    const before = await there.look(hashTables);

    await expect(restore(there.environment, [spoiled])).rejects.toThrow(/is not a whole backup|is damaged/);

    expect(await there.look(hashTables)).toEqual(before);
  });

  it('is not made of a database that nobody uses, nor over a file that is there', async () => {
    const there = await elsewhere();

    await expect(backup(there.environment, [path.join(folder, 'empty.tar')])).rejects.toThrow(
      'There is nothing to back up',
    );
    await expect(backup(environmentOf(source.address, app.dataDir), [file])).rejects.toThrow('is there already');
    await expect(readFile(path.join(folder, 'empty.tar'))).rejects.toThrow('ENOENT');
    await expect(readFile(path.join(folder, 'empty.tar.part'))).rejects.toThrow('ENOENT');
  });
});

describe('a backup of another version', () => {
  async function make(name: string, migrations: { name: string; checksum: string }[]) {
    const place = path.join(folder, name);
    const archive = await createArchive(place);
    const row = [
      '0f0e0d0c-0000-4000-8000-000000000001',
      'https://id',
      'sub',
      'Maya',
      'maya@x',
      '\\N',
      'user',
      '\\N',
      '2026-01-02 03:04:05+00',
    ];
    await archive.put('tables/app_user/000001.copy.gz', await promisify(gzip)(`${row.join('\t')}\n`));
    const columns = ['user_id', 'issuer', 'subject', 'name', 'email', 'picture', 'role', 'disabled_at', 'created_at'];
    await archive.finish({
      format: 'tidemark backup', formatVersion: 1, version: '0.1.0', madeAt: new Date().toISOString(), database: 'PostgreSQL 15.1',
      migrations, keyIds: [], counters: [], pieces: archive.pieces,
      tables: [
        { name: 'app_user', columns, rows: 1, pieces: ['tables/app_user/000001.copy.gz'] },
      ],
    }); // prettier-ignore
    return place;
  }

  it('is brought forward when it is older', async () => {
    const there = await elsewhere();
    const migrations = (await readMigrations()).slice(0, 1).map(({ name, checksum }) => ({ name, checksum }));
    said.length = 0;

    const status = await restore(there.environment, [await make('older.tar', migrations)]);

    expect(status).toBe(0);
    expect(said.join('\n')).toContain('Brought to this version: 0002-complete-sync.sql');
    expect(await there.look((db) => db.selectFrom('app_user').select(['name', 'last_seen_at']).execute())).toEqual([
      { name: 'Maya', last_seen_at: null },
    ]);
  });

  it('is refused when it is newer, or when its past is not ours', async () => {
    const there = await elsewhere();
    const own = (await readMigrations()).map(({ name, checksum }) => ({ name, checksum }));
    const newer = await make('newer.tar', [...own, { name: '9999-the-future.sql', checksum: 'x' }]);
    const other = await make(
      'other.tar',
      own.map((one) => ({ ...one, checksum: 'changed' })),
    );

    await expect(restore(there.environment, [newer])).rejects.toThrow('made by a later Tidemark');
    await expect(restore(there.environment, [other])).rejects.toThrow('knows another 0001');
  });
});

it('names its manifest last, so that a cut shows', async () => {
  const manifest = await inspectArchive(file);

  expect(manifest.pieces.map(({ name }) => name)).not.toContain(manifestName);
});
