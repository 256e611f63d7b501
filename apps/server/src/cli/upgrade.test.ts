import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { toUrl } from '../../test/read-rows.ts';
import { createTestDatabase } from '../../test/test-database.ts';
import { loadLocalSecrets } from '../config/local-secrets.ts';
import { dropOwnTables } from '../database/backup/own-tables.ts';
import { connectDatabase, type Database } from '../database/database.ts';
import { startEmbeddedPostgres } from '../database/embedded/embedded-postgres.ts';
import { listPendingMigrations, migrate, readMigrations } from '../database/migrate.ts';
import { checkUpgrade } from './upgrade.ts';

const said: string[] = [];
let folder: string;
let db: Database;
let check: (...args: string[]) => Promise<number>;
let drop: () => Promise<unknown>;

beforeEach(async () => {
  const database = await createTestDatabase();
  ({ drop } = database);
  db = connectDatabase(database.address, { max: 2 });
  folder = await mkdtemp(path.join(os.tmpdir(), 'tidemark-upgrade-test-'));
  const environment = {
    DATABASE_URL: toUrl(database.address),
    DATA_DIR: folder,
    ENCRYPTION_KEYS: `test:${Buffer.alloc(32, 7).toString('base64')}`,
  };
  check = (...args) => checkUpgrade(environment, args);
  for (const method of ['log', 'error'] as const)
    vi.spyOn(console, method).mockImplementation((line: unknown) => void said.push(String(line)));
});
afterEach(async () => {
  vi.restoreAllMocks();
  said.length = 0;
  await db.destroy();
  await drop();
  await rm(folder, { recursive: true, force: true });
});

/** Makes the database one of an earlier release, with a user. */
async function downgradeTo(first: string, db: Database): Promise<void> {
  await dropOwnTables(db);
  await sql`create table migration (name text primary key, checksum text not null, applied_at timestamptz default now())`.execute(
    db,
  );
  for (const { name, text, checksum } of (await readMigrations()).filter((one) => one.name < first)) {
    await sql.raw(text).execute(db);
    await sql`insert into migration (name, checksum) values (${name}, ${checksum})`.execute(db);
  }
  await sql`insert into app_user (issuer, subject, name, email) values ('i', 's', 'Maya', 'm@x')`.execute(db);
}

it('tries pending migrations on a copy, and leaves the database unchanged', async () => {
  await downgradeTo('0017', db);
  const pending = await listPendingMigrations(db);

  const status = await check('--check');

  expect(said.filter((line) => line.startsWith('Error'))).toEqual([]);
  expect(status).toBe(0);
  expect(said[0]).toBe(`Pending migrations: ${pending.join(', ')}.`);
  expect(said).toContainEqual(expect.stringContaining('Run tidemark backup before the upgrade'));
  expect(said.at(-1)).toContain('The upgrade succeeds on a copy');
  expect(await listPendingMigrations(db)).toEqual(pending);
});

it.each(['running', 'stopped'])(
  'tries a built-in database in which one superuser owned everything, %s',
  async (state) => {
    const dataDir = path.join(folder, 'data');
    const { databasePassword: password } = await loadLocalSecrets(dataDir);
    const server = await startEmbeddedPostgres(dataDir, { password, onProblem: () => undefined });
    const superuser = connectDatabase(server.superuserAddress, { max: 1 });
    await downgradeTo('0017', superuser);
    await sql`alter database postgres owner to tidemark`.execute(superuser);
    await sql`drop owned by tidemark_app, tidemark_owner`.execute(superuser);
    await sql`drop role tidemark_app, tidemark_owner`.execute(superuser);
    await superuser.destroy();
    if (state === 'stopped') await server.stop();

    const status = await checkUpgrade({ DATA_DIR: dataDir }, ['--check']);
    await server.stop();

    expect(said.filter((line) => line.startsWith('Error'))).toEqual([]);
    expect(said.at(-1)).toContain('The upgrade succeeds on a copy');
    expect(status).toBe(0);
  },
);

it('reports an upgrade that leaves inconsistent data as failing', async () => {
  await downgradeTo('0017', db);
  await sql`insert into account_ref (user_id, account_id, type) select user_id, '17', 'instagram_account' from app_user`.execute(
    db,
  );

  expect(await check('--check')).toBe(1);
  expect(said.at(-1)).toBe('The upgrade fails on a copy. Keep the current version.');
});

it('needs no check for an up-to-date database', async () => {
  await migrate(db);

  expect(await check('--check')).toBe(0);
  expect(said).toEqual(['The database is up to date: this version has no pending migrations.']);
});

it('supports only --check', async () => {
  await expect(check()).rejects.toThrow('Usage: tidemark upgrade --check');
});
