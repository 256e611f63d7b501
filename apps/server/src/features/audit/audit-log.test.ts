import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { listAudit, setUserRole } from '@tidemark/contract';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { toUrl } from '../../../test/read-rows.ts';
import { startTestApp, type TestApp, type TestAppOptions } from '../../../test/start-test-app.ts';
import { createTestDatabase } from '../../../test/test-database.ts';
import type { TestClient } from '../../../test/test-client.ts';
import { checkAudit } from '../../cli/admin.ts';
import { checkKeys, rotateKeys } from '../../cli/keys.ts';
import { dropOwnTables } from '../../database/backup/own-tables.ts';
import { connectDatabase, type DatabaseAddress } from '../../database/database.ts';
import { readMigrations } from '../../database/migrate.ts';
import { createLog } from '../../platform/log/log.ts';
import { toChainHash } from './hash-chain.ts';

const makeKey = (id: string) => `${id}:${randomBytes(32).toString('base64')}`;
const closers: (() => Promise<unknown>)[] = [];
let said: string[];
let keys: string;
let address: DatabaseAddress;
let app: TestApp;
let operator: TestClient;

beforeEach(async () => {
  said = [];
  vi.spyOn(console, 'log').mockImplementation((line: unknown) => void said.push(String(line)));
  keys = makeKey('main');
  const database = await createTestDatabase();
  address = database.address;
  closers.push(database.drop);
});
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
  vi.restoreAllMocks();
});

async function start(options: TestAppOptions = {}) {
  app = await startTestApp({ work: false, address, encryptionKeys: keys, ...options });
  closers.push(() => app.close());
  operator = await app.as('olu@sandbox.test');
}

async function act(times: number) {
  const { user } = await (await app.as('theo@sandbox.test')).load();
  for (let count = 0; count < times; count += 1)
    await operator.call(setUserRole, { params: { userId: user._id }, body: { role: 'user' } });
}

const audit = (encryptionKeys = keys, ...options: string[]) =>
  checkAudit({ DATABASE_URL: toUrl(address), DATA_DIR: app.dataDir, ENCRYPTION_KEYS: encryptionKeys }, options);
const shownChain = async () => (await operator.call(listAudit, { query: {} })).chain;

/** Simulates an attacker with full access to the database but without the keys. */
async function tamper(statement: string): Promise<void> {
  await app.db.transaction().execute(async (transaction) => {
    await sql`set local session_replication_role = replica`.execute(transaction);
    await sql.raw(statement).execute(transaction);
  });
}

/** Recomputes hashes, links and head consistently, without the key. */
async function rehash(): Promise<void> {
  const rows = await app.db.selectFrom('audit_entry').selectAll().orderBy('entry_id').execute();
  let head: Buffer | null = null;
  for (const { entry_id: id, actor_id: actorId, request_id: requestId, ...entry } of rows) {
    const previous: Buffer | null = head;
    head = toChainHash(previous, { ...entry, actorId, requestId });
    const link = previous === null ? 'null' : `'\\x${previous.toString('hex')}'`;
    await tamper(
      `update audit_entry set hash = '\\x${head.toString('hex')}', previous_hash = ${link} where entry_id = ${id}`,
    );
  }
  await tamper(`update audit_chain set entries = ${rows.length}, head = '\\x${head?.toString('hex')}'`);
}

it('detects an entry without a hash', async () => {
  await start();
  await act(2);

  await tamper(
    `insert into audit_entry (action, target, change) values ('user.role', 'user:maya', '{"role": "system-admin"}')`,
  );

  expect(await shownChain()).toMatchObject({ intact: false, problem: 'unsigned', brokenAt: expect.any(Number) });
  expect(await audit()).toBe(1);
  expect(said.join('\n')).toContain('an entry was added without a signature');
});

it('detects a history rewritten with new hashes but without the key', async () => {
  await start();
  await act(3);

  await tamper(`update audit_entry set change = '{"role": "user", "before": "other"}' where entry_id = 2`);
  await rehash();
  expect(await shownChain()).toMatchObject({ intact: false, problem: 'changed' });

  await tamper('update audit_entry set key_id = null, signature = null');
  expect(await shownChain()).toMatchObject({ intact: false, problem: 'unsigned' });

  await tamper(`update audit_entry set key_id = 'gone', signature = '\\x00'`);
  expect(await shownChain()).toMatchObject({ intact: false, problem: 'unknown_key' });

  await tamper(`update audit_entry set action = 'audit.checkpoint'`);
  await rehash();
  expect(await shownChain()).toMatchObject({ intact: false, problem: 'unknown_key' });
});

it('still detects a forged entry after later entries are added', async () => {
  await start();
  await act(1);
  await tamper(
    `insert into audit_entry (action, target, change, key_id, signature) values ('x', 'y', '{}', 'gone', '\\x00')`,
  );
  await rehash();

  await act(2);

  expect(await audit()).toBe(1);
  expect(await checkKeys({ DATABASE_URL: toUrl(address), DATA_DIR: app.dataDir, ENCRYPTION_KEYS: keys })).toBe(0);
  expect(await rotate(`${makeKey('next')},${keys}`)).toBe(1);
});

const rotate = (encryptionKeys: string) =>
  rotateKeys({ DATABASE_URL: toUrl(address), DATA_DIR: app.dataDir, ENCRYPTION_KEYS: encryptionKeys }, []);

it('stays verifiable after two key rotations and the removal of the old keys', async () => {
  await start();
  await act(2);
  const [second, third] = [makeKey('second'), makeKey('third')];

  expect(await rotate(`${second},${keys}`)).toBe(0);
  expect(await rotate(`${second},${keys}`)).toBe(0);
  expect(await audit(second)).toBe(0);
  expect(await rotate(`${third},${second}`)).toBe(0);

  expect(await audit(third)).toBe(0);
  await tamper(`update audit_entry set target = 'user:other' where entry_id = 1`);
  expect(await audit(third)).toBe(1);
});

it('names a lost key and accepts its entries when the operator confirms', async () => {
  await start();
  await act(2);
  const next = makeKey('next');

  expect(await audit(next)).toBe(1);
  expect(said.join('\n')).toContain('signed with an encryption key that is not here');
  expect(await audit(next, '--accept')).toBe(0);

  expect(await audit(next)).toBe(0);
});

it('signs entries from before signatures only during the upgrade', async () => {
  await createSchema(address, 13);
  await addOldEntries(address);

  await start();
  await act(1);

  expect(await shownChain()).toMatchObject({ intact: true });
  expect(await audit()).toBe(0);
  const entries = await app.db.selectFrom('audit_entry').select(['action', 'change']).execute();
  expect(entries.filter(({ action }) => action === 'audit.checkpoint')).toMatchObject([
    { change: { entries: 2, unchained: { count: 1 }, reason: 'upgrade' } },
  ]);
  await tamper(`update audit_entry set target = 'forged' where hash is null`);
  expect(await audit()).toBe(1);
});

it('logs each new chain head, so that it is also stored outside the database', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'tidemark-head-'));
  closers.push(() => rm(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'tidemark.log');
  await start({ log: createLog({ level: 'info', file }) });

  await act(2);

  const { head } = await app.db.selectFrom('audit_chain').select('head').executeTakeFirstOrThrow();
  const entries = await app.db.selectFrom('audit_entry').select('entry_id').execute();
  const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line.includes('new head'));
  expect(lines).toHaveLength(entries.length);
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ head: head?.toString('hex'), entries: entries.length });
});

/** Creates the schema as it was after the given number of migrations. */
async function createSchema(place: DatabaseAddress, migrations: number): Promise<void> {
  const db = connectDatabase(place, { max: 1 });
  await dropOwnTables(db);
  await sql`create table migration (name text primary key, checksum text not null, applied_at timestamptz not null default now())`.execute(
    db,
  );
  for (const { name, text, checksum } of (await readMigrations()).slice(0, migrations)) {
    await sql.raw(text).execute(db);
    await sql`insert into migration (name, checksum) values (${name}, ${checksum})`.execute(db);
  }
  await db.destroy();
}

/** Adds one entry from before the hash chain and two from before signatures. */
async function addOldEntries(place: DatabaseAddress): Promise<void> {
  const db = connectDatabase(place, { max: 1 });
  await sql`insert into audit_entry (action, target, change) values ('old', 'x', '{}')`.execute(db);
  let head: Buffer | null = null;
  for (const target of ['user:a', 'user:b']) {
    const at = new Date();
    const previous: Buffer | null = head;
    head = toChainHash(previous, {
      at, actorId: null, action: 'user.role', target, change: {}, requestId: null, ip: null, outcome: 'ok', failure: null,
    }); // prettier-ignore
    await sql`insert into audit_entry (at, action, target, change, previous_hash, hash)
      values (${at}, 'user.role', ${target}, '{}', ${previous}, ${head})`.execute(db);
  }
  await sql`update audit_chain set entries = 2, head = ${head}`.execute(db);
  await db.destroy();
}
