import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import os from 'node:os';
import path from 'node:path';
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import { isMigrated } from '../src/database/migrate.ts';
import { connectDatabase, type DatabaseAddress } from '../src/database/database.ts';
import { toUrl } from '../test/nodes.ts';
import { onServer } from '../test/on-nodes.ts';
import { childArguments, childEnvironment } from '../test/child-environment.ts';

const program = path.resolve(import.meta.dirname, '../src/main.ts');
const { server } = inject('database');
let address: DatabaseAddress;
let client: pg.Client;
beforeEach(async () => {
  const name = `tidemark_test_${randomBytes(6).toString('hex')}`;
  await onServer(server, `create database ${name}`);
  address = { ...server, database: name };
  client = new pg.Client(address);
  await client.connect();
});
afterEach(async () => {
  await client.end();
  await onServer(server, `drop database if exists ${address.database} with (force)`);
});

function migrate(): { child: ChildProcess; ended: Promise<number | null> } {
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', ...childArguments, program, 'migrate'],
    {
      cwd: os.tmpdir(),
      env: {
        ...childEnvironment,
        DATABASE_URL: toUrl(address),
        DATA_DIR: path.join(os.tmpdir(), address.database ?? ''),
      },
      stdio: 'ignore',
    },
  );
  return { child, ended: once(child, 'exit').then(([code]) => code as number | null) };
}

async function tables(): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' order by 1`,
  );
  return rows.map(({ name }) => name);
}

async function expectMigrated(): Promise<void> {
  const db = connectDatabase(address, { max: 1 });
  expect(await isMigrated(db)).toBe(true);
  await db.destroy();
}

it('leaves no trace of a migration killed midway, and applies it at the next start', async () => {
  await client.query(
    'create table migration (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
  );
  await client.query('begin');
  // The migration can do its work, but cannot record it.
  await client.query('lock table migration in share mode');
  const { child, ended } = migrate();
  for (; ; await sleep(20)) {
    const { rows } = await client.query(
      `select 1 from pg_locks where not granted and relation = 'migration'::regclass`,
    );
    if (rows.length > 0) break;
  }

  child.kill('SIGKILL');
  await ended;
  await client.query('rollback');
  for (let left = 1; left > 0; await sleep(50))
    ({ rowCount: left } = (await client.query(
      `select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
    )) as { rowCount: number });

  expect(await tables()).toEqual(['migration']);
  expect(await migrate().ended).toBe(0);
  await expectMigrated();
});

it('runs five concurrent migrations within 30 seconds, and does nothing on a second run', async () => {
  const startedAt = Date.now();
  const codes = await Promise.all(Array.from({ length: 5 }, () => migrate().ended));
  const took = Date.now() - startedAt;
  const { rows: before } = await client.query('select * from migration order by name');

  const again = await migrate().ended;

  console.info({ took });
  expect([...codes, again]).toEqual([0, 0, 0, 0, 0, 0]);
  expect(took).toBeLessThan(30_000);
  expect((await client.query('select * from migration order by name')).rows).toEqual(before);
  await expectMigrated();
});
