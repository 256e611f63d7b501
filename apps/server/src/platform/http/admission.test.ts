import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { afterEach, expect, it, vi } from 'vitest';
import { createAdmission } from './admission.ts';

afterEach(() => void vi.useRealTimers());

const overloaded = { code: 'overloaded', status: 503, details: { retryAfterSeconds: expect.any(Number) } };

const office = 'address:192.0.2.1';
const [maya, theo, ines] = ['user:maya', 'user:theo', 'user:ines'] as const;

const stopClock = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });

function gate() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { opened: () => promise, open: resolve };
}

it('starts waiting work as soon as a slot is free', async () => {
  const admission = createAdmission({ maxConcurrent: 1, maxWaitMillis: 5_000, maxWaiting: 5 });
  const first = gate();
  const order: string[] = [];

  const running = admission.run(() => first.opened().then(() => order.push('first')), { caller: office });
  const waiting = admission.run(async () => order.push('second'), { caller: office });
  expect(admission.counts()).toEqual({ working: 1, waiting: 1 });
  first.open();
  await Promise.all([running, waiting]);

  expect(order).toEqual(['first', 'second']);
});

it('rejects work that waits too long or finds the queue full', async () => {
  const admission = createAdmission({ maxConcurrent: 1, maxWaitMillis: 50, maxWaiting: 1 });
  const first = gate();

  const running = admission.run(first.opened, { caller: office });
  const late = admission.run(async () => 'late', { caller: office });
  await expect(admission.run(async () => 'third', { caller: office })).rejects.toMatchObject(overloaded);
  await expect(late).rejects.toMatchObject(overloaded);
  first.open();
  await running;

  expect(await admission.run(async () => 'again', { caller: office })).toBe('again');
});

it('frees the slot of failed work', async () => {
  const admission = createAdmission({ maxConcurrent: 1, maxWaitMillis: 1_000, maxWaiting: 1 });

  const failing = admission.run(() => Promise.reject(new Error('a mistake')), { caller: office });
  await expect(failing).rejects.toThrow('a mistake');

  expect(await admission.run(async () => 'next', { caller: office })).toBe('next');
});

it('reserves no slot for callers who have timed out or left', async () => {
  const admission = createAdmission({ maxConcurrent: 2, maxWaitMillis: 5, maxWaiting: 100 });
  const ask = () => admission.run(() => sleep(5), { caller: office }).catch(() => undefined);

  for (let round = 0; round < 20; round += 1) await Promise.all(Array.from({ length: 20 }, ask));

  const [one, other] = [gate(), gate()];
  const both = [admission.run(one.opened, { caller: office }), admission.run(other.opened, { caller: office })];
  await expect(admission.run(async () => 'third', { caller: office })).rejects.toMatchObject(overloaded);
  one.open();
  other.open();
  await Promise.all(both);
});

it('prioritises work that has begun over new work', async () => {
  const admission = createAdmission({ maxConcurrent: 1, maxWaitMillis: 5_000, maxWaiting: 5 });
  const first = gate();
  const order: string[] = [];

  const running = admission.run(first.opened, { caller: office });
  const fresh = admission.run(async () => order.push('fresh'), { caller: office });
  const begun = admission.run(async () => order.push('begun'), { caller: office, hasBegun: true });
  first.open();
  await Promise.all([running, fresh, begun]);

  expect(order).toEqual(['begun', 'fresh']);
});

it('limits one user to a quarter of the slots', async () => {
  const admission = createAdmission({ maxConcurrent: 8, maxWaitMillis: 1_000, maxWaiting: 100 });
  const first = gate();
  let running = 0;
  const greedy = Array.from({ length: 24 }, () =>
    admission.run(
      () => {
        running += 1;
        return first.opened();
      },
      { caller: ines },
    ),
  );

  expect(await admission.run(async () => 'served at once', { caller: maya })).toBe('served at once');
  expect(running).toBe(2);
  first.open();
  await Promise.all(greedy);
  expect(running).toBe(24);
});

it('rejects only a user who has a quarter of the queue', async () => {
  const admission = createAdmission({ maxConcurrent: 1, maxWaitMillis: 1_000, maxWaiting: 8 });
  const first = gate();
  const running = admission.run(first.opened, { caller: theo });
  const waiting = [1, 2].map(() => admission.run(async () => 'done', { caller: ines }));

  await expect(admission.run(async () => 'done', { caller: ines })).rejects.toMatchObject(overloaded);
  const other = admission.run(async () => 'done', { caller: maya });
  first.open();

  expect(await Promise.all([...waiting, other])).toEqual(['done', 'done', 'done']);
  await running;
});

it('serves waiting users in turn', async () => {
  const admission = createAdmission({ maxConcurrent: 1, maxWaitMillis: 1_000, maxWaiting: 40 });
  const first = gate();
  const order: string[] = [];
  const wait = (caller: typeof ines | typeof maya) =>
    admission.run(async () => order.push(caller), { caller, hasBegun: true });
  const running = admission.run(first.opened, { caller: theo });

  const waiting = [wait(ines), wait(ines), wait(ines), wait(maya), wait(maya)];
  first.open();
  await Promise.all([running, ...waiting]);

  expect(order).toEqual([ines, maya, ines, maya, ines]);
});

it('makes room in a full queue by rejecting the newest work from the caller with the most waiting', async () => {
  const admission = createAdmission({ maxConcurrent: 1, maxWaitMillis: 1_000, maxWaiting: 4 });
  const first = gate();
  const running = admission.run(first.opened, { caller: theo });
  const crowd = [1, 2, 3, 4].map((number) => admission.run(async () => number, { caller: office }));
  const last = expect(crowd[3]).rejects.toMatchObject(overloaded);

  const other = admission.run(async () => 'other', { caller: 'address:192.0.2.2' });
  await last;
  first.open();

  expect(await Promise.all([...crowd.slice(0, 3), other])).toEqual([1, 2, 3, 'other']);
  await running;
});

it('lets users wait longer for their own calls while slots are free, but not forever', async () => {
  stopClock();
  const admission = createAdmission({ maxConcurrent: 4, maxWaitMillis: 50, maxWaiting: 100 });
  const first = gate();
  const running = admission.run(first.opened, { caller: ines });

  const late = expect(admission.run(async () => 'late', { caller: ines })).rejects.toMatchObject(overloaded);
  vi.advanceTimersByTime(100);
  const patient = admission.run(async () => 'done', { caller: ines });
  vi.advanceTimersByTime(100);
  first.open();

  await late;
  expect(await patient).toBe('done');
  await running;
});

it('serves the user with the least recent use first', async () => {
  stopClock();
  const admission = createAdmission({ maxConcurrent: 1, maxWaitMillis: 5_000, maxWaiting: 40 });
  await admission.run(async () => vi.advanceTimersByTime(120), { caller: ines });
  const first = gate();
  const order: string[] = [];
  const wait = (caller: typeof ines | typeof maya) => admission.run(async () => order.push(caller), { caller });
  const running = admission.run(first.opened, { caller: theo });

  const waiting = [wait(ines), wait(ines), wait(maya), wait(maya)];
  first.open();
  await Promise.all([running, ...waiting]);

  expect(order).toEqual([maya, maya, ines, ines]);
});

it('gives a user more slots until they have used a second recently', async () => {
  stopClock();
  const admission = createAdmission({ maxConcurrent: 3, maxWaitMillis: 1_000, maxWaiting: 9, burst: 2 });
  const countAtOnce = async () => {
    const first = gate();
    const works = Array.from({ length: 3 }, () => admission.run(first.opened, { caller: ines }));
    const { working } = admission.counts();
    first.open();
    await Promise.all(works);
    return working;
  };

  expect(await countAtOnce()).toBe(2);
  await admission.run(async () => vi.advanceTimersByTime(1_100), { caller: ines });

  expect(await countAtOnce()).toBe(1);
});

it('never times out parts of admitted work', async () => {
  stopClock();
  const admission = createAdmission({ maxConcurrent: 1, maxWaitMillis: 5, maxWaiting: 1 });
  const first = gate();
  const running = admission.run(first.opened, { caller: theo });

  const parts = [1, 2, 3].map((part) => admission.run(async () => part, { caller: ines, isPatient: true }));
  vi.advanceTimersByTime(60_000);
  first.open();

  expect(await Promise.all(parts)).toEqual([1, 2, 3]);
  await running;
});

it('drops abandoned work without computing it', async () => {
  const admission = createAdmission({ maxConcurrent: 1, maxWaitMillis: 5_000, maxWaiting: 5 });
  const first = gate();
  const leaving = new AbortController();
  let computed = 0;
  const running = admission.run(first.opened, { caller: theo });
  const work = () => admission.run(async () => (computed += 1), { caller: ines, signal: leaving.signal });
  const dropped = work();
  expect(admission.counts()).toEqual({ working: 1, waiting: 1 });

  leaving.abort();

  await expect(dropped).rejects.toMatchObject(overloaded);
  await expect(work()).rejects.toMatchObject(overloaded);
  expect(admission.counts()).toEqual({ working: 1, waiting: 0 });
  first.open();
  await running;
  expect(computed).toBe(0);
});

it('is at zero when idle, after completed, dropped and rejected work', async () => {
  const work = fc.record({
    caller: fc.constantFrom(office, maya, theo, ines),
    hasBegun: fc.boolean(),
    isPatient: fc.boolean(),
    end: fc.constantFrom('done', 'failed', 'dropped while waiting', 'dropped while working'),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(work, { maxLength: 40 }), async (works) => {
      const admission = createAdmission({ maxConcurrent: 2, maxWaitMillis: 2, maxWaiting: 6 });
      const ends = works.map(({ end, ...options }) => {
        const leaving = new AbortController();
        const running = admission.run(
          async () => {
            await sleep(0);
            if (end === 'dropped while working') leaving.abort();
            if (end !== 'done') throw new Error(end);
          },
          { ...options, signal: leaving.signal },
        );
        if (end === 'dropped while waiting') leaving.abort();
        return running;
      });

      await Promise.allSettled(ends);

      expect(admission.counts()).toEqual({ working: 0, waiting: 0 });
      for (const caller of [office, maya, theo, ines] as const) expect(admission.isShared(caller)).toBe(false);
      expect(await admission.run(async () => 'free', { caller: maya })).toBe('free');
    }),
    { numRuns: 40 },
  );
});
