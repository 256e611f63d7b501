import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../src/database/embedded/embedded-postgres.ts';
import { startFaultApp, type FaultApp } from '../test/faults.ts';

let folder: string;
let engine: EmbeddedPostgres;
let app: FaultApp;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'tidemark-restart-'));
  engine = await startEmbeddedPostgres(folder, {
    password: randomBytes(12).toString('hex'),
    onProblem: () => undefined,
  });
  app = await startFaultApp({ address: engine.superuserAddress });
});
afterAll(async () => {
  await app.close();
  await engine.stop();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** Signals this test's own PostgreSQL server; it restarts within a second. */
async function restart(signal: 'SIGINT' | 'SIGQUIT'): Promise<void> {
  const [pid = ''] = (await readFile(path.join(folder, 'postgres', 'postmaster.pid'), 'utf8')).split('\n');
  process.kill(Number(pid), signal);
}

/** Fetches the accounts repeatedly, as a browser would; when stopped, returns the statuses and the longest outage. */
async function keepRequesting() {
  const { token } = await app.as('ines@sandbox.test');
  const statuses = new Map<number, number>();
  let asking = true;
  let awayMillis = 0;
  const requests = (async () => {
    for (let lastAt = Date.now(); asking; await sleep(20)) {
      const answer = await fetch(`${app.url}/api/v1/account/list`, { headers: { authorization: `Bearer ${token}` } });
      if (answer.status === 503) expect(answer.headers.get('retry-after')).not.toBeNull();
      await answer.body?.cancel();
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      if (answer.status !== 200) awayMillis += Date.now() - lastAt;
      lastAt = Date.now();
    }
  })();
  return async () => {
    asking = false;
    await requests;
    return { statuses: [...statuses.keys()].sort(), awayMillis };
  };
}

it.each([
  ['in order', 'SIGINT'],
  ['at once', 'SIGQUIT'],
] as const)(
  'a database stopped %s during twelve first syncs loses no row and recovers within seconds',
  async (_, signal) => {
    const accounts = Array.from({ length: 12 }, () => app.fresh(1));
    await app.strike(null, [{ fault: 'slow', params: { millis: 150 } }]);
    const client = await app.as('ines@sandbox.test');
    for (const { id } of accounts) await client.link(id);
    const stopAsking = await keepRequesting();
    await sleep(600);

    await restart(signal);
    const restartedAt = Date.now();
    await sleep(4_000);
    await app.strike(null);
    for (const account of accounts) await app.recover(account);

    expect(Date.now() - restartedAt).toBeLessThan(90_000);
    const { statuses, awayMillis } = await stopAsking();
    expect(statuses.filter((status) => ![200, 503].includes(status))).toEqual([]);
    expect(awayMillis).toBeLessThan(7_000);
    for (const account of accounts) await app.expectTruth(account);
  },
);
