import { execSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import type { DatabaseAddress } from '../src/database/database.ts';
import { formCluster } from '../test/citus-cluster.ts';
import { startFaultApp, type FaultApp } from '../test/faults.ts';
import { untilQuiet } from '../test/passing-time.ts';
import { startTcpProxy, type TcpProxy } from '../test/tcp-proxy.ts';
import { dropEverywhere, onNodes } from '../test/on-nodes.ts';
import type { WorldAccount } from '../test/world.ts';

const { TEST_CITUS_URL: cluster, TEST_CITUS_STOP_NODE: stop, TEST_CITUS_START_NODE: start } = process.env;
const { server, workers } = inject('database');
const nodes = [server, ...workers];
const outageMillis = 60_000;
const [from, to] = ['2026-01-01T00:00:00.000Z', '2026-12-31T23:59:59.999Z'];

// Needs a Citus cluster with at least two workers: see docs/scale.md.
describe.skipIf(!cluster)('on a Citus cluster', () => {
  let lines: TcpProxy[];
  let app: FaultApp;
  let settled: WorldAccount[];
  const database = `tidemark_test_${randomBytes(6).toString('hex')}`;

  beforeAll(async () => {
    expect(workers.length).toBeGreaterThanOrEqual(2);
    await onNodes(nodes, `create database ${database}`);
    lines = await Promise.all(workers.map(({ host, port }) => startTcpProxy({ host, port })));
    const coordinator = { ...server, database };
    // The coordinator knows its workers only by the proxies' addresses.
    await formCluster(
      coordinator,
      workers.map((worker, index) => ({ ...worker, host: '127.0.0.1', port: lines[index]?.port })),
    );
    app = await startFaultApp({ address: coordinator });
    settled = Array.from({ length: 6 }, () => app.fresh(1));
    for (const account of settled) await app.begin(account);
  });
  afterEach(() => app.strike(null));
  afterAll(async () => {
    await app.close();
    await Promise.all(lines.map((line) => line.close()));
    await dropEverywhere(nodes, database);
  });

  /** Links accounts while calls are slow enough to interrupt the first syncs. */
  async function beginSlowly(count: number): Promise<WorldAccount[]> {
    const accounts = Array.from({ length: count }, () => app.fresh(1));
    await app.strike(null, [{ fault: 'slow', params: { millis: 150 } }]);
    const client = await app.as('ines@sandbox.test');
    for (const { id } of accounts) await client.link(id);
    await sleep(500);
    return accounts;
  }

  async function expectAllTrue(accounts: readonly WorldAccount[]): Promise<void> {
    await app.strike(null);
    await untilQuiet(app, app.time, 120_000);
    for (const account of accounts) await app.recover(account);
    for (const account of [...settled, ...accounts]) await app.expectTruth(account);
  }

  /** Reads the settled accounts' reach repeatedly; whatever is answered must be complete. */
  async function keepReading() {
    const { token } = await app.as('ines@sandbox.test');
    const ask = async (accountIds: string[]) => {
      const answer = await fetch(`${app.url}/api/v1/metrics/account/timeseries/reach`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ startDate: from, endDate: to, accountIds }),
      });
      return { status: answer.status, text: await answer.text() };
    };
    // The server closes the connection after 30 seconds without an answer.
    const askPatiently = (accountIds: string[]) => ask(accountIds).catch(() => ({ status: 0, text: '' }));
    const questions = [...settled.map(({ id }) => [id]), settled.map(({ id }) => id)];
    const expected = await Promise.all(questions.map(ask));
    expect(expected.map(({ status }) => status)).toEqual(questions.map(() => 200));
    const statuses = new Map<number, number>();
    let slowest = 0;
    let lastFailureAt = 0;
    let reading = true;
    const readers = questions.map(async (accountIds, index) => {
      for (; reading; await sleep(250)) {
        const startedAt = Date.now();
        const { status, text } = await askPatiently(accountIds);
        slowest = Math.max(slowest, Date.now() - startedAt);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        if (status === 200) expect(text).toBe(expected[index]?.text);
        else lastFailureAt = Date.now();
      }
    });
    return async () => {
      reading = false;
      await Promise.all(readers);
      return { statuses: Object.fromEntries(statuses), slowest, lastFailureAt };
    };
  }

  it.each([
    ['is down', [200, 503], (line: TcpProxy, isAway: boolean) => line.refuseAll(isAway)],
    ['is frozen', [0, 200, 503], (line: TcpProxy, isAway: boolean) => line.holdAll(isAway)],
  ])('a node that %s for a minute during syncs and reads loses and duplicates nothing', async (_, allowed, take) => {
    const [line] = lines;
    if (!line) throw new Error('There is no worker');
    const stopReading = await keepReading();
    const accounts = await beginSlowly(6);

    take(line, true);
    await sleep(outageMillis);
    take(line, false);
    const backAt = Date.now();
    await sleep(15_000);

    const { statuses, slowest, lastFailureAt } = await stopReading();
    console.info({ statuses, slowest, recoveredAfter: Math.max(0, lastFailureAt - backAt) });
    expect(allowed).toEqual(expect.arrayContaining(Object.keys(statuses).map(Number)));
    expect(statuses[503]).toBeGreaterThan(0);
    expect(lastFailureAt - backAt).toBeLessThan(10_000);
    await expectAllTrue(accounts);
  });

  it('loses and duplicates nothing while shards move between nodes during syncs and reads', async () => {
    const stopReading = await keepReading();
    const accounts = await beginSlowly(6);

    await rebalance(app, { emptied: workers.length - 1 });
    expect(new Set(await listPlaces(app)).size).toBe(workers.length - 1);
    await rebalance(app, { emptied: null });

    const { statuses, slowest } = await stopReading();
    console.info({ statuses, slowest });
    expect(new Set(await listPlaces(app)).size).toBe(workers.length);
    expect(Object.keys(statuses)).toEqual(['200']);
    await expectAllTrue(accounts);
  });

  // Kills whole servers, so that nothing else may use the cluster meanwhile.
  it.skipIf(!stop || !start).each([
    ['the coordinator', server],
    ['a worker', workers[0] ?? server],
  ])('%s killed during syncs and reads loses and duplicates nothing', async (_, node) => {
    const stopReading = await keepReading();
    const accounts = await beginSlowly(6);

    runFor(node, stop);
    await sleep(5_000);
    runFor(node, start);
    const backAt = Date.now();
    await sleep(15_000);

    const { statuses, slowest, lastFailureAt } = await stopReading();
    console.info({ statuses, slowest, recoveredAfter: Math.max(0, lastFailureAt - backAt) });
    await expectAllTrue(accounts);
  });
});

/** Runs the operator's command with the node's address, for example `pg_ctl -D /data/$NODE_PORT -m immediate stop`. */
function runFor({ host = '', port = 5432 }: DatabaseAddress, command = ''): void {
  execSync(command, { env: { ...process.env, NODE_HOST: host, NODE_PORT: String(port) }, stdio: 'ignore' });
}

/** Lets Citus move shards until all workers have some, or all but the one to be emptied. */
async function rebalance({ db }: FaultApp, { emptied }: { emptied: number | null }): Promise<void> {
  const { rows } = await sql<{ name: string; port: number }>`
    select nodename as name, nodeport as port from pg_dist_node where groupid <> 0 order by groupid`.execute(db);
  for (const [index, { name, port }] of rows.entries())
    await sql`select citus_set_node_property(${name}, ${port}, 'shouldhaveshards', ${index !== emptied})`.execute(db);
  await sql`select citus_rebalance_start(shard_transfer_mode => 'force_logical')`.execute(db);
  const isDone = async () => {
    const { rows: jobs } = await sql<{ state: string }>`select state from pg_dist_background_job`.execute(db);
    expect(jobs.map(({ state }) => state)).not.toContain('failed');
    return jobs.every(({ state }) => state === 'finished');
  };
  for (const deadline = Date.now() + 120_000; !(await isDone()); await sleep(200))
    if (Date.now() > deadline) throw new Error('The shards did not move in time');
}

/** Lists each shard's node. */
async function listPlaces({ db }: FaultApp): Promise<string[]> {
  const { rows } = await sql<{ place: string }>`
    select nodename || ':' || nodeport as place from citus_shards where citus_table_type = 'distributed'`.execute(db);
  return rows.map(({ place }) => place);
}
