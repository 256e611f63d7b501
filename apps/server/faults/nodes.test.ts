import { createAnnotation, createLiveToken, listAccounts } from '@tidemark/contract';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startBalancer, type Balancer } from '../test/balancer.ts';
import { startNode, type Node } from '../test/nodes.ts';
import { hasRedisServer, startOwnRedis, type OwnRedis } from '../test/own-redis.ts';
import { startTestApp, type TestApp } from '../test/start-test-app.ts';
import { createTestClient, type TestClient } from '../test/test-client.ts';
import { createTestDatabase } from '../test/test-database.ts';
import { until } from '../test/until.ts';
import { connect, listWorldAccounts, type WorldAccount } from '../test/world.ts';

const ines = 'ines@sandbox.test';
const writers = 2;

describe.runIf(hasRedisServer)('two serving and two working nodes with Redis, behind a proxy', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let redis: OwnRedis;
  let app: TestApp;
  let environment: Record<string, string>;
  let nodes: { serve: Node[]; work: Node[] };
  let balancer: Balancer;
  let client: TestClient;
  let accounts: WorldAccount[];
  const linked: WorldAccount[] = [];

  beforeAll(async () => {
    database = await createTestDatabase();
    redis = await startOwnRedis();
    environment = { REDIS_URL: `redis://127.0.0.1:${redis.port}`, REDIS_PREFIX: 'nodes' };
    app = await startTestApp({
      work: false,
      address: database.address,
      environment,
      sandboxOptions: { crowd: { owner: 'ines', accounts: 20 } },
    });
    const [serve, work] = await Promise.all(
      (['serve', 'work'] as const).map((role) => Promise.all([start(role), start(role)])),
    );
    nodes = { serve: serve ?? [], work: work ?? [] };
    balancer = await startBalancer(() => nodes.serve.map(({ url }) => url));
    const { token } = await app.withPlan(ines, 'agency');
    client = createTestClient(balancer.url, token);
    await connect(app, client, ines);
    accounts = (await listWorldAccounts(app, ines)).toSorted((one, other) => one.mediaCount - other.mediaCount);
    // Long enough to be interrupted.
    await app.control('faults', {
      method: 'POST',
      body: JSON.stringify({ rules: [{ fault: 'slow', params: { millis: 100 } }] }),
    });
  });
  afterAll(async () => {
    await balancer.close();
    await Promise.all([...nodes.serve, ...nodes.work].map((node) => node.kill()));
    await app.close();
    await redis.kill();
    await database.drop();
  });

  const start = (role: 'serve' | 'work') => startNode(app, { role, address: database.address, environment });

  /** Kills a node and starts another one in its place. */
  async function replace(role: 'serve' | 'work', index: number): Promise<void> {
    await nodes[role][index]?.kill();
    nodes[role][index] = await start(role);
  }

  /** Follows a browser's stream, opening it again whenever it ends. */
  function followStream() {
    const gone = new AbortController();
    let received = '';
    const open = async () => {
      const { user } = await client.load();
      const { token } = await client.call(createLiveToken, { params: { userId: user._id } });
      const answer = await fetch(`${balancer.url}/api/v1/sse/user/${token}`, { signal: gone.signal });
      for await (const part of answer.body ?? []) received += Buffer.from(part).toString();
    };
    void (async () => {
      for (; !gone.signal.aborted; await sleep(200)) await open().catch(() => undefined);
    })();
    return { has: (text: string) => received.includes(text), end: () => gone.abort() };
  }

  /** Reads, and writes annotations, until it is stopped. */
  function keepRequesting() {
    const acknowledged: string[] = [];
    const failures: string[] = [];
    let isRunning = true;
    const day = new Date().toISOString().slice(0, 10);
    const done = Promise.all(
      Array.from({ length: writers }, async (_, writer) => {
        for (let number = 0; isRunning; number += 1, await sleep(250)) {
          const text = `writer ${writer}, number ${number}`;
          const body = { accountId: null, firstDay: day, lastDay: day, text, color: 'teal' as const };
          try {
            await client.call(listAccounts, {});
            await client.call(createAnnotation, { body });
            acknowledged.push(text);
          } catch (error) {
            failures.push(String(error));
          }
        }
      }),
    );
    return {
      acknowledged,
      failures,
      async stop() {
        isRunning = false;
        await done;
      },
    };
  }

  async function linkSome(): Promise<WorldAccount> {
    const [first, ...others] = accounts.splice(0, 2);
    if (!first) throw new Error('All accounts are used');
    for (const account of [...others, first]) {
      await client.link(account.id);
      linked.push(account);
    }
    return first;
  }

  const areSynced = async () => {
    const rows = await app.db.selectFrom('sync_state').select(['initialized_at', 'running']).execute();
    return rows.length === linked.length && rows.every((row) => row.initialized_at !== null && !row.running);
  };

  it.each<[string, { fails: boolean; kill: () => Promise<void> }]>([
    ['the first serving node is', { fails: true, kill: () => replace('serve', 0) }],
    ['the second serving node is', { fails: true, kill: () => replace('serve', 1) }],
    ['the first working node is', { fails: false, kill: () => replace('work', 0) }],
    ['the second working node is', { fails: false, kill: () => replace('work', 1) }],
    [
      'both working nodes are',
      { fails: false, kill: async () => void (await Promise.all([replace('work', 0), replace('work', 1)])) },
    ],
    [
      'Redis is',
      {
        fails: false,
        async kill() {
          await redis.kill();
          await until(async () =>
            (await fetch(`${nodes.serve[0]?.url}/api/v1/ready`)).text().then((text) => text.includes('degraded')),
          );
          await redis.start();
        },
      },
    ],
  ])('lose no write and no sync, and notify browsers, when %s killed under load', async (_, { fails, kill }) => {
    const stream = followStream();
    const load = keepRequesting();
    await linkSome();
    await until(() => load.acknowledged.length >= 4);

    await kill();
    const killedAt = Date.now();
    const after = await linkSome();
    await until(() => stream.has(after.id));
    const notifiedAfter = Date.now() - killedAt;
    // The lease of a killed worker ends after 30 seconds.
    await until(areSynced).catch(() => until(areSynced));
    await load.stop();
    stream.end();

    console.info({ acknowledged: load.acknowledged.length, failures: load.failures, notifiedAfter });
    expect(load.failures.length).toBeLessThanOrEqual(fails ? writers : 0);
    expect(notifiedAfter).toBeLessThan(10_000);
    const rows = await app.db.selectFrom('annotation').select('text').execute();
    const stored = rows.map(({ text }) => text);
    expect(stored).toEqual(expect.arrayContaining(load.acknowledged));
    expect(new Set(stored).size).toBe(stored.length);
    const reports = await app.verify();
    expect(reports.map(({ outcome }) => outcome)).toEqual(linked.map(() => 'same'));
    await app.db.deleteFrom('annotation').execute();
  });
});
