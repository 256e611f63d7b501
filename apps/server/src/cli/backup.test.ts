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
import { startSynced } from '../../test/world.ts';
import { createArchive } from '../database/backup/archive.ts';
import { inspectArchive } from '../database/backup/read-archive.ts';
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
  await startSynced(app, 'theo@sandbox.test', { plan: 'starter' });
  for (const method of ['log', 'error'] as const)
    vi.spyOn(console, method).mockImplementation((line: unknown) => void said.push(String(line)));
  await mkdir(path.join(app.dataDir, 'files', 'ab'), { recursive: true });
  await writeFile(path.join(app.dataDir, 'files', 'ab', 'photo.webp'), 'the bytes of a photo');
  await backup(toEnvironment(source.address, app.dataDir), [file]);
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

const toEnvironment = (address: DatabaseAddress, dataDir: string, encryptionKeys = keys) => ({
  DATABASE_URL: toUrl(address),
  DATA_DIR: dataDir,
  ENCRYPTION_KEYS: encryptionKeys,
});

/** Returns another machine: an empty database and an empty data folder. */
async function elsewhere() {
  const { address, drop } = await createTestDatabase();
  const dataDir = await mkdtemp(path.join(folder, 'data-'));
  // Connects for each query: a database with an open connection counts as in use.
  const poll = async <Result>(read: (db: Database) => Promise<Result>) => {
    const db = connectDatabase(address, { max: 1 });
    try {
      return await read(db);
    } finally {
      await db.destroy();
    }
  };
  targets.push({ db: connectDatabase(address), drop });
  return { address, dataDir, poll, environment: toEnvironment(address, dataDir) };
}

describe('a backup', () => {
  it('restores every row, file and counter on another machine', async () => {
    const [there, further] = await Promise.all([elsewhere(), elsewhere()]);
    const again = path.join(folder, 'again.tar');

    const status = await restore(there.environment, [file]);
    await backup(there.environment, [again]);
    await restore(further.environment, [again]);

    expect(status).toBe(0);
    // The first Tidemark keeps running, so these tables are only compared between the two copies.
    const compared = [
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
      await there.poll(hashTables),
      await further.poll(hashTables),
    ];
    expect(compared.map((name) => first[name])).toEqual(compared.map((name) => own[name]));
    // Databases differ in when migrations were applied and backups were made.
    expect({ ...second, migration: null, nightly_run: null }).toEqual({ ...first, migration: null, nightly_run: null });
    expect(await readFile(path.join(further.dataDir, 'files', 'ab', 'photo.webp'), 'utf8')).toBe(
      'the bytes of a photo',
    );
    await there.poll((db) =>
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

  it('contains no key and no token that opens a stream', async () => {
    const whole = await readFile(file);
    const manifest = await inspectArchive(file);

    expect(whole.includes(Buffer.alloc(32, 7).toString('base64'))).toBe(false);
    expect(manifest.tables.map(({ name }) => name)).not.toContain('live_token');
    expect(manifest.keyIds).toEqual(['test']);
    expect(said.join('\n')).toContain('Store the encryption key test separately');
  });

  it('can be verified in a temporary database', async () => {
    said.length = 0;

    const status = await restore(toEnvironment(source.address, app.dataDir), ['--verify', file]);

    expect(status).toBe(0);
    expect(said).toEqual(
      expect.arrayContaining([
        'The signature is valid. Signing key: test.',
        'A Meta token decrypts with the key test.',
        'The daily changes of each post add up to its totals.',
        'The backup can be restored.',
      ]),
    );
  });

  it('is rejected if the local keys cannot verify its signature, unless --unsigned is given', async () => {
    const there = await elsewhere();
    const verify = (encryptionKeys: string, ...options: string[]) =>
      restore({ ...there.environment, ENCRYPTION_KEYS: encryptionKeys }, [
        '--verify', '--scratch', toUrl(there.address), file, ...options,
      ]); // prettier-ignore
    const another = `other:${randomBytes(32).toString('base64')}`;
    const sameName = `test:${randomBytes(32).toString('base64')}`;
    said.length = 0;

    await expect(verify(another)).rejects.toThrow('signed with the key test, which is not configured here');
    await expect(verify(sameName)).rejects.toThrow('the file was changed, or signed with another key named test');
    const accepted = await verify(another, '--unsigned');
    const wrong = await verify(sameName, '--unsigned');

    expect(accepted).toBe(0);
    expect(said.join('\n')).toContain('Restoring it anyway because of --unsigned');
    expect(said.join('\n')).toContain('encrypted with the key test, which is not configured here');
    expect(wrong).toBe(1);
  });

  it('is verified without a key, with a warning about the unchecked signature', async () => {
    const dataDir = path.join(folder, 'no-keys');
    said.length = 0;

    const status = await restore({ DATA_DIR: dataDir }, ['--verify', file]);

    expect(status).toBe(0);
    expect(said.join('\n')).toContain('Warning: signature not checked, because there are no encryption keys here');
    await expect(restore({ DATA_DIR: dataDir }, [file])).rejects.toThrow('there are no encryption keys here');
    await expect(readFile(path.join(dataDir, 'secrets.json'))).rejects.toThrow('ENOENT');
  });

  it('is rejected by a database with rows unless --replace is given', async () => {
    const there = await elsewhere();
    await there.poll((db) =>
      db.insertInto('app_user').values({ issuer: 'i', subject: 's', name: 'Somebody', email: 'a@b' }).execute(),
    );

    await expect(restore(there.environment, [file])).rejects.toThrow('The database is not empty: app_user has rows');
    expect(await restore(there.environment, [file, '--replace'])).toBe(0);

    const names = await there.poll((db) => db.selectFrom('app_user').select('name').execute());
    expect(names).not.toContainEqual({ name: 'Somebody' });
  });

  it('is rejected while Tidemark uses the database', async () => {
    await expect(restore(toEnvironment(source.address, app.dataDir), [file, '--replace'])).rejects.toThrow(
      'Tidemark is connected',
    );
  });

  it('changes nothing in a dry run', async () => {
    const there = await elsewhere();
    const before = await there.poll(hashTables);

    await restore(there.environment, [file, '--dry-run']);
    await backup(toEnvironment(source.address, app.dataDir), [path.join(folder, 'never.tar'), '--dry-run']);

    expect(await there.poll(hashTables)).toEqual(before);
    await expect(readFile(path.join(folder, 'never.tar'))).rejects.toThrow('ENOENT');
  });
});

describe('an incomplete backup', () => {
  it.each([
    ['cut short', (bytes: Buffer) => bytes.subarray(0, bytes.length - 2_000)],
    ['cut in the middle', (bytes: Buffer) => bytes.subarray(0, Math.floor(bytes.length / 2))],
    ['empty', () => Buffer.alloc(0)],
    ['something else', () => randomBytes(4_000)],
    ['changed by one bit', (bytes: Buffer) => Object.assign(Buffer.from(bytes), { 700: (bytes[700] ?? 0) ^ 1 })],
  ])('is rejected before anything is written: %s', async (_name, spoil) => {
    const there = await elsewhere();
    const spoiled = path.join(folder, `${randomBytes(4).toString('hex')}.tar`);
    await writeFile(spoiled, spoil(await readFile(file)));
    const before = await there.poll(hashTables);

    await expect(restore(there.environment, [spoiled])).rejects.toThrow(/is not a (complete )?backup|is corrupt/);

    expect(await there.poll(hashTables)).toEqual(before);
  });

  it('is created neither from an unused database nor over an existing file', async () => {
    const there = await elsewhere();

    await expect(backup(there.environment, [path.join(folder, 'empty.tar')])).rejects.toThrow('Nothing to back up');
    await expect(backup(toEnvironment(source.address, app.dataDir), [file])).rejects.toThrow('already exists');
    await expect(readFile(path.join(folder, 'empty.tar'))).rejects.toThrow('ENOENT');
    await expect(readFile(path.join(folder, 'empty.tar.part'))).rejects.toThrow('ENOENT');
  });
});

describe('a backup of another version', () => {
  async function make(name: string, migrations: { name: string; checksum: string }[]) {
    const place = path.join(folder, name);
    const archive = await createArchive(place, null);
    const store = async (piece: string, rows: string[][]) =>
      archive.put(piece, await promisify(gzip)(rows.map((row) => `${row.join('\t')}\n`).join('')));
    const [user, shares] = ['tables/app_user/000001.copy.gz', 'tables/demographics/000001.copy.gz'];
    const id = '0f0e0d0c-0000-4000-8000-000000000001';
    await store(user, [[id, 'https://id', 'sub', 'Maya', 'maya@x', '\\N', 'user', '\\N', '2026-01-02 03:04:05+00']]);
    await store(
      shares,
      ['DE', 'PT'].map((country) => ['1', 'follower', '2026-01-02', 'country', country, '7']),
    );
    const columns = ['user_id', 'issuer', 'subject', 'name', 'email', 'picture', 'role', 'disabled_at', 'created_at'];
    await archive.finish({
      format: 'tidemark backup', formatVersion: 1, version: '0.1.0', madeAt: new Date().toISOString(), database: 'PostgreSQL 15.1',
      migrations, keyIds: [], counters: [], pieces: archive.pieces,
      tables: [
        { name: 'app_user', columns, rows: 1, pieces: [user] },
        { name: 'demographics', columns: ['account_id', 'audience', 'day', 'dimension', 'key', 'value'], rows: 2, pieces: [shares] },
      ],
    }); // prettier-ignore
    return place;
  }

  it('is migrated if it is older, and may have fewer rows after a combining migration', async () => {
    const there = await elsewhere();
    const migrations = (await readMigrations()).slice(0, 1).map(({ name, checksum }) => ({ name, checksum }));
    said.length = 0;

    const status = await restore(there.environment, [await make('older.tar', migrations), '--unsigned']);

    expect(status).toBe(0);
    expect(said.join('\n')).toContain('Applied migrations: 0002-complete-sync.sql');
    expect(await there.poll((db) => db.selectFrom('app_user').select(['name', 'last_seen_at']).execute())).toEqual([
      { name: 'Maya', last_seen_at: null },
    ]);
    expect(await there.poll((db) => db.selectFrom('demographics').select('cells').execute())).toHaveLength(1);
  });

  it('is rejected if it is newer or its migrations differ', async () => {
    const there = await elsewhere();
    const own = (await readMigrations()).map(({ name, checksum }) => ({ name, checksum }));
    const newer = await make('newer.tar', [...own, { name: '9999-the-future.sql', checksum: 'x' }]);
    const other = await make(
      'other.tar',
      own.map((one) => ({ ...one, checksum: 'changed' })),
    );

    await expect(restore(there.environment, [newer, '--unsigned'])).rejects.toThrow(
      'created by a newer version of Tidemark',
    );
    await expect(restore(there.environment, [other, '--unsigned'])).rejects.toThrow('The backup’s migration 0001');
  });
});
