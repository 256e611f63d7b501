import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { startPoller, type PollerOptions } from './poller.ts';

const log = pino({ level: 'silent' });
const options: PollerOptions = { intervalMillis: 60_000, log, failureMessage: 'Failed' };

it('runs immediately and again after each interval', async () => {
  let runs = 0;
  const poller = startPoller(async () => void (runs += 1), { ...options, intervalMillis: 1 });

  await expect.poll(() => runs).toBeGreaterThan(2);
  await poller.stop();
});

it('waits for one interval before the first run if asked to', async () => {
  const firstRun = Promise.withResolvers<number>();
  const startedAt = performance.now();
  const run = async () => firstRun.resolve(performance.now());
  const poller = startPoller(run, { ...options, intervalMillis: 20, waitsFirst: true });

  expect((await firstRun.promise) - startedAt).toBeGreaterThan(18);
  await poller.stop();
});

it('starts no run when stopped during a pause', async () => {
  let runs = 0;
  const poller = startPoller(async () => void (runs += 1), { ...options, waitsFirst: true });

  await poller.stop();

  expect(runs).toBe(0);
});

it('wakes up early, and runs once more if woken during a run', async () => {
  const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let started = 0;
  const poller = startPoller(() => gates[started++]?.promise ?? Promise.resolve(), options);

  poller.wake();
  poller.wake();
  expect(started).toBe(1);
  gates[0]?.resolve();
  await expect.poll(() => started).toBe(2);
  gates[1]?.resolve();
  await nextTurn();
  expect(started).toBe(2);
  poller.wake();
  await expect.poll(() => started).toBe(3);

  gates[2]?.resolve();
  await poller.stop();
});

it('logs a failed run and carries on', async () => {
  const logged: unknown[] = [];
  let runs = 0;
  const poller = startPoller(
    async () => {
      runs += 1;
      if (runs === 1) throw new Error('The database is away');
    },
    {
      ...options,
      intervalMillis: 1,
      log: pino({}, { write: (line: string) => void logged.push(JSON.parse(line)) }),
    },
  );

  await expect.poll(() => runs).toBeGreaterThan(1);
  await poller.stop();
  expect(logged).toMatchObject([{ msg: 'Failed', err: { message: 'The database is away' } }]);
});

it('stops only after the current run has ended, and aborts its signal', async () => {
  let ended = false;
  const poller = startPoller(async (signal) => {
    await sleep(60_000, undefined, { signal }).catch(() => undefined);
    ended = true;
  }, options);

  await poller.stop();

  expect(ended).toBe(true);
});
