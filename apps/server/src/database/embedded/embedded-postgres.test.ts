import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openRunningDatabase } from '../../cli/open-running-database.ts';
import { loadLocalSecrets } from '../../config/local-secrets.ts';
import { connectDatabase, type DatabaseAddress } from '../database.ts';
import { migrate } from '../migrate.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { lockDataDir } from './data-dir-lock.ts';

let folder: string;
beforeEach(async () => (folder = await mkdtemp(path.join(os.tmpdir(), 'tidemark-engine-'))));
afterEach(() => rm(folder, { recursive: true, force: true }));

const start = () => startEmbeddedPostgres(folder, { password: 'correct horse', onProblem: () => undefined });
const readPid = async () =>
  Number((await readFile(path.join(folder, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0]);

async function ask<T>(address: DatabaseAddress, query: string): Promise<T[]> {
  const db = connectDatabase(address);
  try {
    return (await sql.raw<T>(query).execute(db)).rows;
  } finally {
    await db.destroy();
  }
}

describe('the built-in database', () => {
  it('retains its data across a restart', async () => {
    const first = await start();
    await ask(first.superuserAddress, 'create table kept as select 42 as answer');
    await first.stop();

    const second = await start();

    expect(second.adopted).toBe(false);
    expect(await ask(second.superuserAddress, 'select answer from kept')).toEqual([{ answer: 42 }]);
    await second.stop();
  });

  it('continues with a server whose parent was killed', async () => {
    const first = await start();
    const pid = await readPid();

    const second = await start();

    expect(second.adopted).toBe(true);
    expect(await readPid()).toBe(pid);
    await second.stop();
    await first.stop();
  });

  it('loses no committed data when it is killed, and restarts automatically', async () => {
    const server = await start();
    await ask(server.superuserAddress, 'create table kept as select 42 as answer');
    process.kill(await readPid(), 'SIGKILL');

    let answer: unknown[] = [];
    for (const deadline = Date.now() + 15_000; answer.length === 0 && Date.now() < deadline; await sleep(100)) {
      answer = await ask(server.superuserAddress, 'select answer from kept').catch(() => []);
    }

    expect(answer).toEqual([{ answer: 42 }]);
    await server.stop();
  });

  it('is closed to other users by folder permissions and a password', async () => {
    const server = await start();

    expect((await stat(path.join(folder, 'socket'))).mode & 0o077).toBe(0);
    expect((await stat(path.join(folder, 'postgres'))).mode & 0o077).toBe(0);
    await expect(ask({ ...server.address, password: 'wrong' }, 'select 1')).rejects.toThrow(/password/);
    await server.stop();
  });

  it('has a password per role, even in data folders with a shared password', async () => {
    const older = await start();
    for (const role of ['tidemark_app', 'tidemark_owner'])
      await ask(older.superuserAddress, `alter role ${role} password 'correct horse'`);
    await older.stop();

    const { address, ownerAddress, superuserAddress, stop } = await start();

    const passwords = [address, ownerAddress, superuserAddress].map(({ password }) => password);
    expect(new Set(passwords).size).toBe(3);
    for (const one of [address, ownerAddress, superuserAddress])
      for (const password of passwords) {
        const opened = ask({ ...one, password }, 'select current_user as name');
        if (password === one.password) expect(await opened).toEqual([{ name: one.user }]);
        else await expect(opened).rejects.toThrow(/password/);
      }
    await stop();
  });

  it('opens while an earlier version uses it with one shared password', async () => {
    const { databasePassword: password } = await loadLocalSecrets(folder);
    const running = await startEmbeddedPostgres(folder, { password, onProblem: () => undefined });
    await ask(running.superuserAddress, `alter role tidemark_app password '${password}'`);

    const { address } = await openRunningDatabase({ dataDir: folder, databaseUrl: null });

    expect(await ask(address, 'select current_user as name')).toEqual([{ name: 'tidemark_app' }]);
    expect(await ask({ ...running.address, password }, 'select 1 as one')).toEqual([{ one: 1 }]);
    await running.stop();
  });

  it('uses loopback with the same password if the socket path is too long', async () => {
    const deep = path.join(folder, 'a-folder-with-a-long-name'.repeat(3), 'and-another-one-below-it');
    const server = await startEmbeddedPostgres(deep, { password: 'correct horse', onProblem: () => undefined });

    expect(server.address.host).toBe('127.0.0.1');
    expect(await ask(server.address, 'select 1 as one')).toEqual([{ one: 1 }]);
    await server.stop();
  });

  it('is locked by one process per folder, and unlocked when that process is killed', async () => {
    const holder = new URL('./data-dir-lock.ts', import.meta.url).href;
    const code = `const { lockDataDir } = await import(${JSON.stringify(holder)});
      await lockDataDir(${JSON.stringify(folder)}); console.log('locked'); setInterval(() => {}, 1000);`;
    const other = spawn(process.execPath, ['--input-type=module', '-e', code], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(other.stdout, 'data');

    await expect(lockDataDir(folder)).rejects.toThrow(`process ${other.pid}`);
    other.kill('SIGKILL');
    await once(other, 'exit');

    const release = await lockDataDir(folder);
    await release();
  });
});

it('is migrated by only one of several concurrent processes, and not again', async () => {
  const server = await start();
  const databases = Array.from({ length: 3 }, () => connectDatabase(server.ownerAddress));

  const applied = await Promise.all(databases.map((db) => migrate(db)));

  expect(applied.filter((files) => files.length > 0)).toHaveLength(1);
  expect(await migrate(databases[0] ?? connectDatabase(server.ownerAddress))).toEqual([]);
  await Promise.all(databases.map((db) => db.destroy()));
  await server.stop();
});
