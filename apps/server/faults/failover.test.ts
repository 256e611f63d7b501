import { execFile } from 'node:child_process';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { createAnnotation, listAccounts } from '@tidemark/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { toDatabaseAddress } from '../src/database/database-address.ts';
import { startNode, type Node } from '../test/nodes.ts';
import { hasPostgresPrograms, startStandbyPair, type StandbyPair } from '../test/standby-pair.ts';
import { startTestApp, type TestApp } from '../test/start-test-app.ts';
import { createTestClient } from '../test/test-client.ts';
import { until } from '../test/until.ts';
import { connect, listWorldAccounts, type WorldAccount } from '../test/world.ts';

const ines = 'ines@sandbox.test';
const program = path.resolve(import.meta.dirname, '../src/main.ts');

if (!hasPostgresPrograms)
  console.info('Skipping failover: it needs the programs of a PostgreSQL server, with pg_config on the path');

describe.runIf(hasPostgresPrograms)('a serving and a working node on a primary with a synchronous standby', () => {
  let pair: StandbyPair;
  let app: TestApp;
  let nodes: Node[];
  let token: string;
  let accounts: WorldAccount[];

  beforeEach(async () => {
    pair = await startStandbyPair();
    const address = toDatabaseAddress(pair.url);
    const environment = { DATABASE_URL: pair.url, REDIS_URL: '' };
    app = await startTestApp({
      work: false,
      address,
      environment,
      sandboxOptions: { crowd: { owner: 'ines', accounts: 12 } },
    });
    nodes = await Promise.all([
      startNode(app, { role: 'serve', address, environment }),
      startNode(app, { role: 'work', address, environment }),
    ]);
    const client = await app.withPlan(ines, 'agency');
    await connect(app, client, ines);
    token = client.token;
    accounts = (await listWorldAccounts(app, ines))
      .toSorted((one, other) => one.mediaCount - other.mediaCount)
      .slice(0, 6);
  });
  afterEach(async () => {
    await Promise.all(nodes.map((node) => node.kill()));
    await app.close();
    await pair.close();
  });

  const getClient = () => createTestClient(nodes[0]?.url ?? '', token);

  /** Reads, and writes annotations, until it is stopped. */
  function keepRequesting() {
    const acknowledged: string[] = [];
    const errors: { status: number; at: number }[] = [];
    const successes: number[] = [];
    let isRunning = true;
    const day = new Date().toISOString().slice(0, 10);
    const request = async (send: () => Promise<unknown>) => {
      try {
        await send();
        successes.push(Date.now());
        return true;
      } catch (error) {
        const status = error instanceof Error && 'status' in error ? Number(error.status) : 0;
        errors.push({ status, at: Date.now() });
        return false;
      }
    };
    const client = getClient();
    const writes = (async () => {
      for (let number = 0; isRunning; number += 1, await sleep(100)) {
        const text = `number ${number}`;
        const body = { accountId: null, firstDay: day, lastDay: day, text, color: 'teal' as const };
        if (await request(() => client.call(createAnnotation, { body }))) acknowledged.push(text);
      }
    })();
    const reads = (async () => {
      for (; isRunning; await sleep(50)) await request(() => client.call(listAccounts, {}));
    })();
    return {
      acknowledged,
      errors,
      successes,
      async stop() {
        isRunning = false;
        await Promise.all([writes, reads]);
      },
    };
  }

  /** Makes failed syncs due at once, instead of after minutes. Returns true when every account is complete. */
  async function completeSyncs(): Promise<boolean> {
    await app.db
      .updateTable('sync_state')
      .set({ next_sync_at: new Date() })
      .where('lease_until', 'is', null)
      .where('initialized_at', 'is', null)
      .execute();
    const rows = await app.db.selectFrom('sync_state').select(['initialized_at', 'running']).execute();
    return rows.every(({ initialized_at, running }) => initialized_at !== null && !running);
  }

  async function runCommand(...args: string[]): Promise<string> {
    const options = {
      env: {
        PATH: process.env['PATH'],
        ...app.sandbox.environment,
        SANDBOX: 'off',
        DATA_DIR: app.dataDir,
        DATABASE_URL: pair.url,
        ENCRYPTION_KEYS: `test:${Buffer.alloc(32, 7).toString('base64')}`,
      },
    };
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [program, ...args], options).catch(
      (error: { stdout: string; stderr: string }) => error,
    );
    return stdout + stderr;
  }

  it.each<[string, { fail: () => Promise<void> | void; heal: () => void }]>([
    ['is killed', { fail: () => pair.killPrimary(), heal: () => undefined }],
    [
      'is cut off and comes back after the promotion',
      { fail: () => pair.primary.line.swallowAll(true), heal: () => pair.primary.line.swallowAll(false) },
    ],
  ])(
    'continue on the standby within ten seconds, and lose nothing acknowledged, when the primary %s',
    async (_, way) => {
      await app.control('faults', {
        method: 'POST',
        body: JSON.stringify({ rules: [{ fault: 'slow', params: { millis: 150 } }] }),
      });
      for (const { id } of accounts) await getClient().link(id);
      const load = keepRequesting();
      await until(() => load.acknowledged.length >= 10);

      await way.fail();
      const failedAt = Date.now();
      await until(() => load.errors.length >= 2);
      const promotedAt = Date.now();
      await pair.promote();
      await until(() => load.successes.some((at) => at > promotedAt));
      const [backAt = 0] = load.successes.filter((at) => at > promotedAt);
      way.heal();
      // The server's own clock; a killed server has none.
      const healed = await pair.ask<{ at: Date }>(pair.primary, 'select clock_timestamp() as at').catch(() => []);
      await until(() => load.acknowledged.length >= 60);
      await load.stop();
      await app.control('faults', { method: 'DELETE' });
      // The app of this process may still have a connection to the former primary.
      await until(() => completeSyncs().catch(() => false));

      const lastErrorAt = Math.max(...load.errors.map(({ at }) => at));
      const statuses = [...new Set(load.errors.map(({ status }) => status))];
      console.info({
        noticedAfter: (load.errors[0]?.at ?? 0) - failedAt,
        firstSuccessAfterPromotion: backAt - promotedAt,
        lastErrorAfterPromotion: lastErrorAt - promotedAt,
        errors: load.errors.length,
      });
      expect(backAt - promotedAt).toBeLessThan(10_000);
      expect(lastErrorAt - promotedAt).toBeLessThan(10_000);
      expect(statuses).toEqual([503]);
      const rows = await pair.ask<{ text: string }>(pair.standby, 'select text from annotation');
      const stored = rows.map(({ text }) => text);
      expect(stored).toEqual(expect.arrayContaining(load.acknowledged));
      expect(new Set(stored).size).toBe(stored.length);
      const reports = await app.verify();
      expect(reports.map(({ outcome }) => outcome)).toEqual(accounts.map(() => 'same'));
      expect(await runCommand('verify')).toContain('no differences');
      expect(await runCommand('migrate')).toContain('The database is up to date');
      expect(await runCommand('backup', app.dataDir)).toContain('rows');
      const strays = await pair
        .ask(
          pair.primary,
          `select application_name from pg_stat_activity
           where application_name in ('tidemark', 'tidemark-jobs', 'tidemark-events') and backend_start > $1`,
          [healed[0]?.at],
        )
        .catch(() => []);
      expect(strays).toEqual([]);
    },
  );

  it('end with one sentence when no server accepts writes', async () => {
    await pair.killPrimary();

    const ended = await runCommand('migrate');

    expect(ended).toContain('Could not connect to the database in DATABASE_URL: no server accepts writes');
    expect(ended).toContain('it does not accept writes');
    expect(ended).not.toContain('    at ');
  });
});
