import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setUserRole } from '@tidemark/contract';
import { sql } from 'kysely';
import { afterEach, expect, it, vi } from 'vitest';
import { createDatabaseWithOwner } from '../../test/database-with-owner.ts';
import { toUrl } from '../../test/read-rows.ts';
import { startTestApp } from '../../test/start-test-app.ts';
import { startSynced } from '../../test/world.ts';
import { checkAudit } from '../cli/admin.ts';
import { backup } from '../cli/backup.ts';
import { restore } from '../cli/restore.ts';
import { createLog } from '../platform/log/log.ts';
import { startAccountQueue } from '../platform/jobs/job-queue.ts';
import { findExcessRights, migrateAsOwner } from './access.ts';
import { connectDatabase, type DatabaseAddress } from './database.ts';
import { startEmbeddedPostgres } from './embedded/embedded-postgres.ts';
import { migrate } from './migrate.ts';

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
  vi.restoreAllMocks();
});

async function ask<Row>(address: DatabaseAddress, statement: string): Promise<Row[]> {
  const db = connectDatabase(address, { max: 1 });
  try {
    return (await sql.raw<Row>(statement).execute(db)).rows;
  } finally {
    await db.destroy();
  }
}

const createSplitDatabase = async () => {
  const database = await createDatabaseWithOwner();
  closers.push(database.drop);
  return database;
};

it('runs the whole product under a role that owns nothing', async () => {
  const { address, ownerAddress } = await createSplitDatabase();
  const app = await startTestApp({ address, ownerAddress });
  let isRunning = true;
  const stop = async () => {
    if (isRunning) await app.close();
    isRunning = false;
  };
  closers.push(stop);
  const { client } = await startSynced(app, 'theo@sandbox.test', { plan: 'starter' });
  const operator = await app.as('olu@sandbox.test');
  const { user } = await client.load();
  await operator.call(setUserRole, { params: { userId: user._id }, body: { role: 'user' } });
  vi.spyOn(console, 'log').mockImplementation(() => undefined);
  const folder = await mkdtemp(path.join(os.tmpdir(), 'tidemark-split-'));
  closers.push(() => rm(folder, { recursive: true, force: true }));
  const environment = {
    DATABASE_URL: toUrl(address),
    MIGRATION_DATABASE_URL: toUrl(ownerAddress),
    DATA_DIR: app.dataDir,
    ENCRYPTION_KEYS: `test:${Buffer.alloc(32, 7).toString('base64')}`,
  };

  expect(await checkAudit(environment, [])).toBe(0);
  await backup(environment, [path.join(folder, 'backup.tar')]);
  await stop();
  expect(await restore(environment, [path.join(folder, 'backup.tar'), '--replace'])).toBe(0);
  const again = await startTestApp({ address });
  closers.push(() => again.close());

  expect((await (await again.as('theo@sandbox.test')).load()).user.name).toBe('Theo Okafor');
});

it('lets the product’s role only add and read audit entries', async () => {
  const { address, ownerAddress } = await createSplitDatabase();
  await migrateAsOwner({ address, ownerAddress });

  await ask(address, `insert into audit_entry (action, target, change) values ('a', 'b', '{}')`);

  expect(await ask(address, 'select action from audit_entry')).toEqual([{ action: 'a' }]);
  for (const statement of [
    `update audit_entry set action = 'c'`,
    'delete from audit_entry',
    'truncate audit_entry',
    'alter table audit_entry disable trigger all',
    'drop table audit_entry',
    'delete from audit_chain',
    `update migration set checksum = ''`,
    'create table intruder (id int)',
    `copy plan from program 'id'`,
    `copy plan to '/tmp/plan'`,
    `set session_replication_role = replica`,
    `create role intruder`,
  ])
    await expect(ask(address, statement), statement).rejects.toThrow(/permission denied|must be (owner|superuser)/);
});

it('names roles that could rewrite the audit log', async () => {
  const { address, ownerAddress, superuserAddress } = await createSplitDatabase();
  await migrateAsOwner({ address, ownerAddress });
  const listRights = async (one: DatabaseAddress) => {
    const db = connectDatabase(one, { max: 1 });
    const rights = await findExcessRights(db);
    await db.destroy();
    return rights;
  };

  expect(await listRights(address)).toBeNull();
  expect(await listRights(ownerAddress)).toContain('owns the audit log');
  expect(await listRights(superuserAddress)).toContain('is a superuser');
});

it('warns at startup if its role could rewrite the audit log', async () => {
  const { address, superuserAddress } = await createSplitDatabase();
  const folder = await mkdtemp(path.join(os.tmpdir(), 'tidemark-warning-'));
  closers.push(() => rm(folder, { recursive: true, force: true }));
  const warnings = async (one: DatabaseAddress, file: string) => {
    const log = createLog({ level: 'warn', file: path.join(folder, file) });
    await (await startTestApp({ work: false, address: one, ownerAddress: superuserAddress, log })).close();
    return readFile(path.join(folder, file), 'utf8');
  };

  expect(await warnings(superuserAddress, 'superuser.log')).toMatch(/is a superuser.*MIGRATION_DATABASE_URL/);
  expect(await warnings(address, 'app.log')).not.toContain('MIGRATION_DATABASE_URL');
});

it('starts without the owner when no migration is pending, and otherwise reports what is missing', async () => {
  const { address, ownerAddress } = await createSplitDatabase();

  await expect(migrateAsOwner({ address, ownerAddress: address })).rejects.toThrow('MIGRATION_DATABASE_URL');
  await migrateAsOwner({ address, ownerAddress });

  expect(await migrateAsOwner({ address, ownerAddress: address })).toEqual([]);
});

it('upgrades a built-in database in which one superuser owned everything', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'tidemark-roles-'));
  closers.push(() => rm(folder, { recursive: true, force: true }));
  const start = () => startEmbeddedPostgres(folder, { password: 'correct horse', onProblem: () => undefined });
  const first = await start();
  const old = connectDatabase(first.superuserAddress, { max: 1 });
  await migrate(old);
  await old.destroy();
  const oldQueue = await startAccountQueue({ address: first.superuserAddress, log: createLog({ level: 'silent' }) });
  await oldQueue.stop();
  await ask(
    first.superuserAddress,
    `insert into app_user (issuer, subject, name, email) values ('i', 's', 'Maya', 'm')`,
  );
  await ask(first.superuserAddress, 'alter database postgres owner to tidemark');
  await ask(first.superuserAddress, 'drop owned by tidemark_app, tidemark_owner');
  await ask(first.superuserAddress, 'drop role tidemark_app, tidemark_owner');
  await first.stop();

  for (let round = 0; round < 2; round += 1) {
    const { stop, ...addresses } = await start();
    await migrateAsOwner(addresses);
    const queue = await startAccountQueue({ ...addresses, log: createLog({ level: 'silent' }) });
    await queue.send('178');

    expect(await ask(addresses.address, 'select name from app_user')).toEqual([{ name: 'Maya' }]);
    expect((await queue.count()).ordinary).toBe(1);
    await expect(ask(addresses.address, 'delete from audit_entry')).rejects.toThrow('permission denied');
    await expect(ask(addresses.ownerAddress, `copy plan from program 'id'`)).rejects.toThrow(
      /permission denied|must be superuser/,
    );
    await queue.stop();
    await stop();
  }
});
