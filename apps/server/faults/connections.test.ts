import { getHealth, listAccounts } from '@tidemark/contract';
import { sql } from 'kysely';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startFaultApp, type FaultApp } from '../test/faults.ts';
import { startTcpProxy, type TcpProxy } from '../test/tcp-proxy.ts';
import { createTestClient, type TestClient } from '../test/test-client.ts';
import { createTestDatabase } from '../test/test-database.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let line: TcpProxy;
let app: FaultApp;
let client: TestClient;
beforeAll(async () => {
  database = await createTestDatabase();
  const { host = '127.0.0.1', port = 5432 } = database.address;
  line = await startTcpProxy(host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port });
  app = await startFaultApp({ address: { ...database.address, host: '127.0.0.1', port: line.port } });
  client = await app.as('ines@sandbox.test');
});
afterAll(async () => {
  await app.close();
  await line.close();
  await database.drop();
});

interface Asked {
  status: number;
  millis: number;
}

async function ask(): Promise<Asked> {
  const startedAt = performance.now();
  const status = await client.call(listAccounts, {}).then(
    () => 200,
    (error: { status?: number }) => error.status ?? 0,
  );
  return { status, millis: performance.now() - startedAt };
}

/** Polls `/health`; returns the slowest response time. */
function pollHealth() {
  let polling = true;
  let slowest = 0;
  const done = (async () => {
    for (; polling; await sleep(50)) {
      const startedAt = performance.now();
      await createTestClient(app.url, '').call(getHealth, {});
      slowest = Math.max(slowest, performance.now() - startedAt);
    }
  })();
  return async () => {
    polling = false;
    await done;
    return slowest;
  };
}

it('detects dead connections within ten seconds and replaces them in the middle of a sync', async () => {
  const account = app.fresh(1);
  await app.strike(null, [{ fault: 'slow', params: { millis: 300 } }]);
  await client.link(account.id);
  await sleep(1_000);

  line.swallow();
  const first = await Promise.all(Array.from({ length: 20 }, ask));
  const again = await Promise.all(Array.from({ length: 20 }, ask));
  await app.strike(null);

  console.info({
    slowest: Math.max(...first.map(({ millis }) => millis)),
    statuses: first.map(({ status }) => status),
  });
  for (const { status, millis } of first) {
    expect([200, 503]).toContain(status);
    expect(millis).toBeLessThan(10_000);
  }
  expect(again.map(({ status }) => status)).toEqual(again.map(() => 200));
  await app.recover(account);
  await app.expectTruth(account);
});

it('reports a database that is unreachable for 20 seconds, and uses it again within ten seconds', async () => {
  const account = app.fresh(1);
  await client.link(account.id);
  await sleep(300);

  line.swallowAll(true);
  const away: Asked[] = [];
  for (const until = Date.now() + 20_000; Date.now() < until;) away.push(await ask());
  line.swallowAll(false);
  const backAt = Date.now();
  while ((await ask()).status !== 200) expect(Date.now() - backAt).toBeLessThan(10_000);

  console.info({
    asked: away.length,
    slowest: Math.max(...away.map(({ millis }) => millis)),
    back: Date.now() - backAt,
  });
  expect(new Set(away.map(({ status }) => status))).toEqual(new Set([503]));
  for (const { millis } of away) expect(millis).toBeLessThan(10_000);
  await app.recover(account);
  await app.expectTruth(account);
});

it('does not interrupt a slow statement while the database works on it', async () => {
  const { rows } = await sql<{ done: string }>`select pg_sleep(9), 'done' as done`.execute(app.db);

  expect(rows[0]?.done).toBe('done');
});

it('keeps waits short, 503 responses clear and health checks passing during 200 slow queries', async () => {
  const stopPolling = pollHealth();
  const slow = Array.from({ length: 200 }, () =>
    sql`select pg_sleep(6)`.execute(app.db).then(
      () => 'done',
      () => 'refused',
    ),
  );
  await sleep(200);

  const answers = await Promise.all(Array.from({ length: 20 }, ask));

  const slowest = await stopPolling();
  console.info({ health: slowest, answered: Math.max(...answers.map(({ millis }) => millis)) });
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 503));
  for (const { millis } of answers) expect(millis).toBeLessThan(6_000);
  expect(slowest).toBeLessThan(100);
  expect((await Promise.all(slow)).filter((outcome) => outcome === 'done')).toHaveLength(10);
  expect((await ask()).status).toBe(200);
});
