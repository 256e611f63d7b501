import { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTestDatabase } from '../../../test/test-database.ts';
import { startAccountQueue, type AccountQueue } from './job-queue.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let queue: AccountQueue;
let logged: { attempt?: number; accountId?: string }[];

beforeEach(async () => {
  database = await createTestDatabase();
  logged = [];
  const lines = new Writable({
    write(line, _, done) {
      logged.push(JSON.parse(String(line)));
      done();
    },
  });
  queue = await startAccountQueue({
    address: database.address,
    log: pino(lines),
    retryAfterSeconds: 0,
  });
});
afterEach(async () => {
  await queue.stop();
  await database.drop();
});

const options = { concurrency: 2, urgentConcurrency: 1 };

/** Fails for one account while `isBroken` is set. */
function poisonedBy(broken: string) {
  const runs: string[] = [];
  const state = { isBroken: true, runs };
  const handle = async (accountId: string) => {
    runs.push(accountId);
    if (accountId === broken && state.isBroken) throw new Error('A row of nonsense');
  };
  return { state, handle };
}

/** Sends a job to each lane and waits for both: those sent before have had their turn. */
async function runLast({ runs }: { runs: readonly string[] }): Promise<void> {
  await queue.send('last');
  await queue.send('last', { urgent: true });
  await expect.poll(() => runs.filter((id) => id === 'last').length, { timeout: 10_000 }).toBe(2);
}

it('starts requested work within seconds even if ordinary work fills every slot', async () => {
  const urgent = Promise.withResolvers<number>();
  const accounts = Array.from({ length: 500 }, (_, index) => `a${index}`);
  let busy = 0;
  await queue.sendMany(accounts);
  await queue.work(async (accountId, signal) => {
    if (accountId === 'mine') return urgent.resolve(performance.now());
    busy += 1;
    await sleep(60_000, undefined, { signal }).catch(() => undefined);
  }, options);
  await expect.poll(() => busy).toBe(2);
  const askedAt = performance.now();

  await queue.send('mine', { urgent: true });

  expect((await urgent.promise) - askedAt).toBeLessThan(3000);
});

it('delays no request behind another while a slot is free', async () => {
  const started: string[] = [];
  await queue.work(
    async (accountId, signal) => {
      started.push(accountId);
      await sleep(60_000, undefined, { signal }).catch(() => undefined);
    },
    { concurrency: 1, urgentConcurrency: 2 },
  );
  await queue.send('long', { urgent: true });
  await expect.poll(() => started, { timeout: 3000 }).toEqual(['long']);

  await queue.send('mine', { urgent: true });

  await expect.poll(() => started, { timeout: 3000 }).toEqual(['long', 'mine']);
});

it('queues an account once per lane, even if sent repeatedly', async () => {
  const { state, handle } = poisonedBy('none');
  await queue.sendMany(['one', 'two']);
  await queue.sendMany(['one', 'two']);
  await queue.send('one');
  await queue.send('one', { urgent: true });
  await queue.send('one', { urgent: true });

  await queue.work(handle, options);
  await expect.poll(() => state.runs.length).toBe(3);
  await runLast(state);

  expect(state.runs.toSorted()).toEqual(['last', 'last', 'one', 'one', 'two']);
});

it('sets a job aside after five failures, with one log line each', async () => {
  const { state, handle } = poisonedBy('bad');
  await queue.sendMany(['bad', 'good']);
  await queue.work(handle, options);

  await expect.poll(() => queue.listDead(), { timeout: 20_000 }).toHaveLength(1);

  expect(await queue.listDead()).toMatchObject([
    { accountId: 'bad', error: 'A row of nonsense', since: expect.any(Date) },
  ]);
  expect(state.runs.filter((id) => id === 'bad')).toHaveLength(5);
  expect(logged.map(({ accountId, attempt }) => [accountId, attempt])).toEqual(
    [1, 2, 3, 4, 5].map((attempt) => ['bad', attempt]),
  );
});

it('leaves set-aside jobs alone until they are redriven', async () => {
  const { state, handle } = poisonedBy('bad');
  await queue.send('bad');
  await queue.work(handle, options);
  await expect.poll(() => queue.listDead(), { timeout: 20_000 }).toHaveLength(1);
  await queue.sendMany(['bad']);
  await runLast(state);
  expect(state.runs.filter((id) => id === 'bad')).toHaveLength(5);
  state.isBroken = false;

  expect(await queue.redrive(['bad'])).toBe(1);

  await expect.poll(() => state.runs.filter((id) => id === 'bad').length).toBe(6);
  expect(await queue.listDead()).toEqual([]);
});

it('removes a set-aside job after a successful requested run', async () => {
  const { state, handle } = poisonedBy('bad');
  await queue.send('bad');
  await queue.work(handle, options);
  await expect.poll(() => queue.listDead(), { timeout: 20_000 }).toHaveLength(1);
  state.isBroken = false;

  await queue.send('bad', { urgent: true });

  await expect.poll(() => queue.listDead()).toEqual([]);
});

it('retries a failed requested job as ordinary work', async () => {
  const { state, handle } = poisonedBy('bad');
  await queue.work(handle, options);

  await queue.send('bad', { urgent: true });

  await expect.poll(() => queue.listDead(), { timeout: 20_000 }).toHaveLength(1);
  expect(state.runs).toHaveLength(6);
});
