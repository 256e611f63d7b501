import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { connectDatabase, type DatabaseAddress } from '../src/database/database.ts';
import { hasTransactionPooler } from '../src/database/pooler.ts';
import { startNode, toUrl } from './nodes.ts';
import { hasPgbouncer, startOwnPgbouncer } from './own-pgbouncer.ts';
import { startTestApp } from './start-test-app.ts';
import { createTestClient } from './test-client.ts';
import { createTestDatabase } from './test-database.ts';
import { connect, getWorldAccount, untilSynced } from './world.ts';

const program = path.resolve(import.meta.dirname, '../src/main.ts');
const advised = { ignore_startup_parameters: 'extra_float_digits,options' };
const theo = 'theo@sandbox.test';

describe.runIf(hasPgbouncer)('behind pgbouncer', () => {
  const closers: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const close of closers.splice(0).toReversed()) await close();
  });

  async function startPooled(settings: Record<string, string>) {
    const database = await createTestDatabase();
    closers.push(database.drop);
    const pooler = await startOwnPgbouncer(database.address, settings);
    closers.push(pooler.stop);
    return { direct: database.address, pooled: pooler.address };
  }

  /** Returns the output of a command with nothing but this database. */
  async function runCommand(command: string, address: DatabaseAddress): Promise<string> {
    const dataDir = await mkdtemp(path.join(os.tmpdir(), 'tidemark-pgbouncer-'));
    closers.push(() => rm(dataDir, { recursive: true }));
    const environment = { PATH: process.env['PATH'], DATABASE_URL: toUrl(address), ALLOW_PLAINTEXT: 'DATABASE_URL' };
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [program, command], {
      env: { ...environment, DATA_DIR: dataDir },
    }).catch((error: { stdout: string; stderr: string }) => error);
    return stdout + stderr;
  }

  it.each<[string, string, { hasDirectUrl?: boolean }]>([
    ['session', 'links and syncs with no setting but DATABASE_URL', {}],
    ['transaction', 'links and syncs with DATABASE_DIRECT_URL', { hasDirectUrl: true }],
    ['transaction', 'links and syncs without it, by polling', {}],
  ])('in %s mode %s', async (mode, _, { hasDirectUrl = false }) => {
    const { direct, pooled } = await startPooled({ ...advised, pool_mode: mode });
    const app = await startTestApp({ work: false, address: direct });
    closers.push(() => app.close());
    const environment: Record<string, string> = hasDirectUrl ? { DATABASE_DIRECT_URL: toUrl(direct) } : {};
    const node = await startNode(app, { role: 'serve', address: pooled, environment });
    closers.push(() => node.stop());
    const worker = await startNode(app, { role: 'work', address: pooled, environment });
    closers.push(() => worker.stop());
    const client = createTestClient(node.url, (await app.withPlan(theo, 'pro')).token);
    await connect(app, client, theo);
    const account = await getWorldAccount(app, theo);

    await client.link(account.id);
    await untilSynced(client, account.id);

    const [report] = await app.verify({ accountId: account.id });
    expect(report?.outcome).toBe('same');
  });

  it.each([
    ['session', false],
    ['transaction', true],
  ])('recognises whether %s mode shares backends', async (mode, isShared) => {
    const { direct, pooled } = await startPooled({ ...advised, pool_mode: mode });

    expect(await hasTransactionPooler(pooled)).toBe(isShared);
    expect(await hasTransactionPooler(direct)).toBe(false);
  });

  it('exits with one sentence if pgbouncer rejects its settings', async () => {
    const { pooled } = await startPooled({ pool_mode: 'session' });

    const output = await runCommand('migrate', pooled);

    expect(output.trim().split('\n')).toEqual([expect.stringContaining('set ignore_startup_parameters = ')]);
  });

  it('exits with one sentence if migrations are pending in transaction mode, and changes nothing', async () => {
    const { direct, pooled } = await startPooled({ ...advised, pool_mode: 'transaction' });
    const db = connectDatabase(direct, { max: 1 });
    await sql`drop table migration`.execute(db);

    const output = await runCommand('migrate', pooled);

    expect(output.trim().split('\n')).toEqual([expect.stringContaining('set DATABASE_DIRECT_URL or MIGRATION_')]);
    const { rows } = await sql`select to_regclass('migration') as found`.execute(db);
    await db.destroy();
    expect(rows).toEqual([{ found: null }]);
  });
});
