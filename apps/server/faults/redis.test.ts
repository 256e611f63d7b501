import { createLiveToken, getReady, listAccounts } from '@tidemark/contract';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startNode, type Node } from '../test/nodes.ts';
import { hasRedisServer, startOwnRedis, type OwnRedis } from '../test/own-redis.ts';
import { startTestApp, type TestApp } from '../test/start-test-app.ts';
import { startTcpProxy, type TcpProxy } from '../test/tcp-proxy.ts';
import { createTestClient, type TestClient } from '../test/test-client.ts';
import { createTestDatabase } from '../test/test-database.ts';
import { listWorldAccounts, connect, untilSynced, type WorldAccount } from '../test/world.ts';

const ines = 'ines@sandbox.test';

describe.runIf(hasRedisServer)('two nodes that share a Redis', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let redis: OwnRedis;
  let line: TcpProxy;
  let app: TestApp;
  let other: Node;
  let here: TestClient;
  let accounts: WorldAccount[];
  let stream: Awaited<ReturnType<typeof follow>>;

  beforeAll(async () => {
    database = await createTestDatabase();
    redis = await startOwnRedis();
    line = await startTcpProxy({ port: redis.port });
    const { address } = database;
    const environment = { REDIS_URL: `redis://127.0.0.1:${line.port}`, REDIS_PREFIX: 'faults' };
    app = await startTestApp({ address, environment, sandboxOptions: { crowd: { owner: 'ines', accounts: 12 } } });
    other = await startNode(app, { role: 'serve', address, environment });
    here = await app.withPlan(ines, 'agency');
    await connect(app, here, ines);
    accounts = (await listWorldAccounts(app, ines)).toSorted((one, two) => one.mediaCount - two.mediaCount);
    stream = await follow(other.url, here);
  }, 120_000);
  afterAll(async () => {
    stream.end();
    await other.stop();
    await app.close();
    await line.close();
    await redis.kill();
    await database.drop();
  });
  afterEach(async () => {
    await expect.poll(async () => (await ready(app.url)).redis, { timeout: 20_000 }).toBe('ok');
    await expect.poll(async () => (await ready(other.url)).redis, { timeout: 20_000 }).toBe('ok');
  });

  /** Follows a stream on a node and collects its text. */
  async function follow(url: string, client: TestClient) {
    const { user } = await client.load();
    const { token } = await createTestClient(url, client.token).call(createLiveToken, { params: { userId: user._id } });
    const gone = new AbortController();
    const answer = await fetch(`${url}/api/v1/sse/user/${token}`, { signal: gone.signal });
    let reported = '';
    void (async () => {
      for await (const part of answer.body ?? []) reported += Buffer.from(part).toString();
    })().catch(() => undefined);
    return { token, has: (text: string) => reported.includes(text), end: () => gone.abort() };
  }

  async function ready(url: string) {
    const { checks } = await createTestClient(url, '').call(getReady, {});
    return checks;
  }

  /** Links an account on this node, and measures how long the other node takes to report it. */
  async function linkAndWait(): Promise<{ account: WorldAccount; lateMillis: number }> {
    const account = accounts.shift();
    if (!account) throw new Error('All accounts are used');
    const startedAt = Date.now();
    await here.link(account.id);
    const linkedAt = Date.now();
    while (!stream.has(account.id) && Date.now() - startedAt < 30_000) await sleep(20);
    return { account, lateMillis: Date.now() - linkedAt };
  }

  /** Calls both nodes repeatedly; every call must succeed. */
  function keepRequesting() {
    const took: number[] = [];
    const bad: string[] = [];
    let asking = true;
    const clients = [here, createTestClient(other.url, here.token)];
    const done = Promise.all(
      clients.map(async (client) => {
        for (; asking; await sleep(50)) {
          const startedAt = performance.now();
          await client.call(listAccounts, {}).catch((error: unknown) => bad.push(String(error)));
          took.push(performance.now() - startedAt);
        }
      }),
    );
    return async () => {
      asking = false;
      await done;
      took.sort((one, two) => one - two);
      return { bad, asked: took.length, p95: took[Math.floor(took.length * 0.95)] ?? 0 };
    };
  }

  it.each<[string, 'degraded' | 'ok', () => unknown, () => unknown]>([
    ['is gone', 'degraded', () => redis.kill(), () => redis.start()],
    ['answers nothing any more', 'degraded', () => redis.freeze(), () => redis.thaw()],
    [
      'is behind a line that swallows everything',
      'degraded',
      () => line.swallowAll(true),
      () => line.swallowAll(false),
    ],
    ['takes 400 ms to answer', 'ok', () => line.delay(200), () => line.delay(0)],
  ])(
    'answer every call, sync accounts, and notify each other within ten seconds when it %s',
    async (_, state, fail, heal) => {
      const stopAsking = keepRequesting();
      await fail();
      await sleep(500);

      const first = await linkAndWait();
      await expect.poll(async () => (await ready(other.url)).redis, { timeout: 10_000 }).toBe(state);
      await sleep(5_000);
      const second = await linkAndWait();
      await untilSynced(here, second.account.id);
      await heal();
      const third = await linkAndWait();
      await untilSynced(here, third.account.id);
      const { bad, asked, p95 } = await stopAsking();

      console.info({ late: [first, second, third].map(({ lateMillis }) => lateMillis), asked, p95 });
      expect(bad).toEqual([]);
      expect(p95).toBeLessThan(500);
      for (const { lateMillis } of [first, second, third]) expect(lateMillis).toBeLessThan(10_000);
      const [report] = await app.verify({ accountId: third.account.id });
      expect(report).toMatchObject({ outcome: 'same', differences: [] });
    },
    120_000,
  );

  it('answer every call and lose no event when it comes and goes', async () => {
    const stopAsking = keepRequesting();
    let flapping = true;
    const flaps = (async () => {
      while (flapping) {
        await redis.kill();
        await sleep(300 + Math.random() * 900);
        await redis.start();
        await sleep(300 + Math.random() * 900);
      }
    })();
    const late: number[] = [];
    for (let linked = 0; linked < 5; linked += 1) {
      await sleep(1_500);
      late.push((await linkAndWait()).lateMillis);
    }
    flapping = false;
    await flaps;
    const { bad, asked, p95 } = await stopAsking();

    console.info({ late, asked, p95 });
    expect(bad).toEqual([]);
    expect(Math.max(...late)).toBeLessThan(10_000);
  }, 120_000);

  it('lose no stream and no token when it comes back empty', async () => {
    await redis.kill();
    await redis.start();
    await expect.poll(async () => (await ready(other.url)).redis, { timeout: 20_000 }).toBe('ok');

    const again = await fetch(`${other.url}/api/v1/sse/user/${stream.token}`);
    expect(again.status).toBe(200);
    await again.body?.cancel();
    expect((await linkAndWait()).lateMillis).toBeLessThan(10_000);
  });
});
