import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createAdmission } from './admission.ts';

const overloaded = { code: 'overloaded', status: 503, details: { retryAfterSeconds: expect.any(Number) } };

function gate() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { opened: () => promise, open: resolve };
}

it('lets the next one in as soon as somebody is done', async () => {
  const admission = createAdmission({ atOnce: 1, longestWaitMillis: 5_000, mostWaiting: 5 });
  const first = gate();
  const order: string[] = [];

  const running = admission.run(() => first.opened().then(() => order.push('first')));
  const waiting = admission.run(async () => order.push('second'));
  await sleep(20);
  expect(order).toEqual([]);
  first.open();
  await Promise.all([running, waiting]);

  expect(order).toEqual(['first', 'second']);
});

it('refuses who would wait too long, and who finds the waiting room full', async () => {
  const admission = createAdmission({ atOnce: 1, longestWaitMillis: 50, mostWaiting: 1 });
  const first = gate();

  const running = admission.run(first.opened);
  const late = admission.run(async () => 'late');
  await expect(admission.run(async () => 'third')).rejects.toMatchObject(overloaded);
  await expect(late).rejects.toMatchObject(overloaded);
  first.open();
  await running;

  expect(await admission.run(async () => 'again')).toBe('again');
});

it('gives the place of work that failed to the next', async () => {
  const admission = createAdmission({ atOnce: 1, longestWaitMillis: 1_000, mostWaiting: 1 });

  const failing = admission.run(() => Promise.reject(new Error('a mistake')));
  await expect(failing).rejects.toThrow('a mistake');

  expect(await admission.run(async () => 'next')).toBe('next');
});

it('keeps no place for those who were let in at the last moment or left', async () => {
  const admission = createAdmission({ atOnce: 2, longestWaitMillis: 5, mostWaiting: 100 });
  const ask = () => admission.run(() => sleep(5)).catch(() => undefined);

  for (let round = 0; round < 20; round += 1) await Promise.all(Array.from({ length: 20 }, ask));

  const [one, other] = [gate(), gate()];
  const both = [admission.run(one.opened), admission.run(other.opened)];
  await expect(admission.run(async () => 'third')).rejects.toMatchObject(overloaded);
  one.open();
  other.open();
  await Promise.all(both);
});

it('lets what has begun go before what has not', async () => {
  const admission = createAdmission({ atOnce: 1, longestWaitMillis: 5_000, mostWaiting: 5 });
  const first = gate();
  const order: string[] = [];

  const running = admission.run(first.opened);
  const fresh = admission.run(async () => order.push('fresh'));
  const begun = admission.run(async () => order.push('begun'), { hasBegun: true });
  first.open();
  await Promise.all([running, fresh, begun]);

  expect(order).toEqual(['begun', 'fresh']);
});
