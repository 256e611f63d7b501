import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { hashTables, toUrl } from '../../test/read-rows.ts';
import { createTestDatabase } from '../../test/test-database.ts';
import { createArchive, toSha256 } from '../database/backup/archive.ts';
import { asInsertOnlyRole } from '../database/backup/copy-rows.ts';
import { signaturePurpose, type Manifest } from '../database/backup/manifest.ts';
import { connectDatabase, type Database, type DatabaseAddress } from '../database/database.ts';
import { readMigrations } from '../database/migrate.ts';
import { openOneConnection } from '../database/dedicated-connection.ts';
import { createSigner } from '../platform/signer.ts';
import { CliError } from './cli-error.ts';
import { restore } from './restore.ts';

const keys = `test:${Buffer.alloc(32, 7).toString('base64')}`;
const compress = promisify(gzip);
const columns = ['user_id', 'issuer', 'subject', 'name', 'email', 'role', 'created_at'];
const row = `0f0e0d0c-0000-4000-8000-000000000001\thttps://id\tsub\tMaya\tmaya@x\tuser\t2026-01-02 03:04:05+00\n`;
const piece = 'tables/app_user/000001.copy.gz';

let folder: string;
let target: { address: DatabaseAddress; drop(): Promise<void> };
let environment: Record<string, string>;
let before: Record<string, string>;
const said: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'tidemark-hostile-'));
  await mkdir(path.join(folder, 'tmp'));
  vi.stubEnv('TMPDIR', path.join(folder, 'tmp'));
  for (const method of ['log', 'error'] as const)
    vi.spyOn(console, method).mockImplementation((line: unknown) => void said.push(String(line)));
  target = await createTestDatabase();
  environment = {
    DATABASE_URL: toUrl(target.address),
    DATA_DIR: path.join(folder, 'data'),
    ENCRYPTION_KEYS: keys,
  };
  await mkdir(environment['DATA_DIR'] ?? '', { mode: 0o700 });
  before = await poll(hashTables);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  await target.drop();
  await rm(folder, { recursive: true, force: true });
});

async function poll<Result>(read: (db: Database) => Promise<Result>): Promise<Result> {
  const db = connectDatabase(target.address, { max: 1 });
  try {
    return await read(db);
  } finally {
    await db.destroy();
  }
}

interface Forged {
  signed?: boolean;
  rows?: Buffer;
  extra?: { name: string; bytes: Buffer };
  change?(manifest: Manifest): unknown;
}

/** Makes a small backup that is valid except for the test's changes. Checksums always match the changed bytes. */
async function forge({ signed = false, rows, extra, change = (manifest) => manifest }: Forged = {}): Promise<string> {
  const file = path.join(folder, `${randomBytes(6).toString('hex')}.tar`);
  const archive = await createArchive(file, signed ? createSigner(keys, signaturePurpose) : null);
  await archive.put(piece, rows ?? (await compress(row)));
  if (extra) await archive.put(extra.name, extra.bytes);
  const manifest: Manifest = {
    format: 'tidemark backup',
    formatVersion: 2,
    version: '0.1.0',
    madeAt: '2026-11-22T00:00:00.000Z',
    database: 'PostgreSQL 18.4',
    migrations: (await readMigrations()).map(({ name, checksum }) => ({ name, checksum })),
    keyIds: [],
    tables: [{ name: 'app_user', columns, rows: 1, pieces: [piece] }],
    counters: [],
    pieces: archive.pieces,
  };
  await archive.finish(change(manifest) as Manifest); // Deliberately invalid: the reader must detect it.
  return file;
}

async function expectNothingChanged() {
  expect(await poll(hashTables)).toEqual(before);
  expect(await readdir(path.join(folder, 'tmp'))).toEqual([]);
  await expect(readdir(path.join(folder, 'data', 'files'))).rejects.toThrow('ENOENT');
}

const withTable = (change: Partial<Manifest['tables'][number]>) => (manifest: Manifest) => ({
  ...manifest,
  tables: manifest.tables.map((table) => ({ ...table, ...change })),
});

describe('a backup with SQL in its manifest', () => {
  it.each([
    ['a column', (sqlText: string) => withTable({ columns: [sqlText] })],
    ['a table', (sqlText: string) => withTable({ name: sqlText })],
    [
      'a counter',
      (sqlText: string) => (manifest: Manifest) => ({
        ...manifest,
        counters: [{ table: sqlText, column: 'entry_id', value: 1, used: true }],
      }),
    ],
  ])('runs no command through %s, whether restored or verified', async (_where, inject) => {
    const proof = path.join(folder, 'PWNED');
    const file = await forge({ change: inject(`user_id") from program 'id > ${proof}'; --`) });

    for (const options of [['--unsigned'], ['--verify', '--unsigned'], ['--dry-run', '--unsigned']])
      await expect(restore(environment, [file, ...options])).rejects.toThrow('its manifest is malformed at');

    await expect(readFile(proof)).rejects.toThrow('ENOENT');
    await expectNothingChanged();
  });

  it('uses only tables and columns that the migrations create', async () => {
    for (const [change, message] of [
      [withTable({ columns: ['user_id', 'is_evil'] }), 'a column is_evil of app_user'],
      [withTable({ columns: ['user_id', 'search'] }), 'a column search of app_user'],
      [withTable({ name: 'pg_authid', pieces: [] }), 'contradicts itself'],
      [
        (manifest: Manifest) => ({
          ...manifest,
          tables: [...manifest.tables, { name: 'pg_authid', columns: ['rolname'], rows: 0, pieces: [] }],
        }),
        'a table pg_authid',
      ],
    ] as const)
      await expect(restore(environment, [await forge({ change }), '--unsigned'])).rejects.toThrow(message);

    await expectNothingChanged();
  });
});

describe('a backup without a signature by a local key', () => {
  it('is rejected before its manifest is parsed', async () => {
    const malformed = await forge({ change: () => ({ evil: true }) });

    await expect(restore(environment, [malformed])).rejects.toThrow('is not signed');
    await expect(restore(environment, [malformed, '--verify'])).rejects.toThrow('is not signed');
    await expectNothingChanged();
  });

  it('is rejected if one byte in a signed manifest has changed', async () => {
    const bytes = await readFile(await forge({ signed: true }));
    const file = path.join(folder, 'changed.tar');
    await writeFile(file, Buffer.from(bytes.toString('latin1').replace('"rows": 1', '"rows": 2'), 'latin1'));

    await expect(restore(environment, [file])).rejects.toThrow(`The signature of ${file} is invalid`);
    await expectNothingChanged();
  });
});

describe('a hostile backup', () => {
  const bomb = () => compress(Buffer.alloc(100 * 1024 * 1024));

  it.each<[string, Forged | (() => Promise<Forged>), string]>([
    ['rows that are not compressed', { rows: Buffer.from('not gzip') }, 'cannot be unpacked'],
    ['a piece that unpacks to 100 MiB', async () => ({ rows: await bomb() }), 'unpacks to more than 64 MiB'],
    ['rows of another shape', async () => ({ rows: await compress('one\ttwo\n') }), 'The rows of app_user cannot be'],
    ['binary rows', async () => ({ rows: await compress(randomBytes(2_000)) }), 'The rows of app_user cannot be'],
    ['fewer rows than it says', { change: withTable({ rows: 5 }) }, '1 of 5 rows of app_user'],
    ['an end-of-copy mark before further rows', async () => ({ rows: await compress(`\\.\n${row}`) }), 'app_user'],
    ['a table twice', { change: (m) => ({ ...m, tables: [...m.tables, ...m.tables] }) }, 'malformed at tables'],
    ['an entry outside the folder', { extra: { name: '../../etc/cron.d/x', bytes: Buffer.from('x') } }, 'malformed'],
    ['a file with a strange name', { extra: { name: 'files/ab/.bashrc', bytes: Buffer.from('x') } }, 'malformed'],
    ['an entry that is not listed', { extra: { name: 'files/ab/x.webp', bytes: Buffer.from('x') }, change: (m) => ({ ...m, pieces: m.pieces.slice(0, 1) }) }, 'does not list'],
    ['an entry that is missing', { change: (m) => ({ ...m, pieces: [...m.pieces, { name: 'files/ab/y.webp', bytes: 1, sha256: toSha256(Buffer.from('y')) }] }) }, 'y.webp is missing'],
    ['a wrong checksum', { change: (m) => ({ ...m, pieces: m.pieces.map((one) => ({ ...one, sha256: '0'.repeat(64) })) }) }, 'does not match its checksum'],
    ['a huge declared size', { change: (m) => ({ ...m, pieces: m.pieces.map((one) => ({ ...one, bytes: 2 ** 52 })) }) }, 'does not match its checksum'],
    ['a manifest that is no object', { change: () => [] }, 'malformed'],
    ['no migrations', { change: (m) => ({ ...m, migrations: [] }) }, 'malformed at migrations'],
    ['control characters for the terminal', { change: (m) => ({ ...m, version: '\u001b[2J' }) }, 'malformed at version'],
  ])('is rejected with an error that names the problem: %s', async (_name, forged, message) => {
    const options = typeof forged === 'function' ? await forged() : forged;

    // Signed ones as well: even someone with the key can run no command and leave no partial restore.
    for (const signed of [false, true]) {
      const file = await forge({ ...options, signed });
      for (const way of [['--unsigned'], ['--verify', '--unsigned', '--scratch', toUrl(target.address)]])
        await expect(restore(environment, [file, ...way])).rejects.toThrow(message);
    }

    await expectUsable();
  }); // prettier-ignore

  it('leaves no running server and no folder when verification fails', async () => {
    const file = await forge({ signed: true, rows: await compress('one\ttwo\n') });

    await expect(restore(environment, ['--verify', file])).rejects.toBeInstanceOf(CliError);

    expect(await readdir(path.join(folder, 'tmp'))).toEqual([]);
  });

  /** Checks that the scratch database is empty after each verification, and that a restore into it still works. */
  async function expectUsable() {
    expect(await readdir(path.join(folder, 'tmp'))).toEqual([]);
    await expect(readdir(path.join(folder, 'data', 'files'))).rejects.toThrow('ENOENT');
    expect(await restore(environment, [await forge({ signed: true }), '--replace', '--dry-run'])).toBe(0);
  }
});

it('rejects truncated and mutated archives with an error that names the file', async () => {
  const original = await readFile(await forge({ signed: true }));
  const file = path.join(folder, 'fuzzed.tar');
  const spoil = fc.oneof(
    fc.integer({ min: 0, max: original.length - 1025 }).map((length) => original.subarray(0, length)),
    fc.tuple(fc.nat(original.length - 1), fc.integer({ min: 1, max: 255 })).map(([place, flip]) => {
      const bytes = Buffer.from(original);
      bytes[place] = (bytes[place] ?? 0) ^ flip;
      return bytes;
    }),
    fc
      .tuple(fc.nat(original.length), fc.uint8Array({ minLength: 1, maxLength: 1500 }))
      .map(([place, added]) => Buffer.concat([original.subarray(0, place), added, original.subarray(place)])),
    fc.uint8Array({ maxLength: 4_000 }).map((bytes) => Buffer.from(bytes)),
  );

  await fc.assert(
    fc.asyncProperty(spoil, async (bytes) => {
      await writeFile(file, bytes);
      // A change in the padding between entries is not detected, and has no effect.
      const problem = await restore(environment, [file, '--dry-run', '--replace']).catch((error: unknown) => error);
      if (problem === 0) return;
      expect(problem).toBeInstanceOf(CliError);
      expect(String(problem)).toContain(file);
    }),
    { numRuns: 300 },
  );
});

it('copies rows under a role that cannot run programs, even for a superuser', async () => {
  const { address, drop } = await createTestDatabase();
  const { client, db, close } = await openOneConnection(address, 'test');
  try {
    await client.query('begin');
    const attempt = asInsertOnlyRole(db, ['app_user'], async () => {
      await sql`copy app_user (name) from program 'id'`.execute(db);
    });

    await expect(attempt).rejects.toThrow(/permission denied|must be superuser/);
  } finally {
    await close();
    await drop();
  }
});
