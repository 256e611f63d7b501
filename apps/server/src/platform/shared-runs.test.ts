import { expect, it } from 'vitest';
import { createSharedRuns } from './shared-runs.ts';

function gate() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { opened: promise, open: resolve };
}

it('shares one later run among callers that arrive during a run', async () => {
  const runs = createSharedRuns();
  const first = gate();
  let count = 0;
  const work = async () => {
    count += 1;
    if (count === 1) await first.opened;
  };

  const all = Array.from({ length: 12 }, () => runs.run('fiona', work));
  expect(count).toBe(1);
  first.open();
  await Promise.all(all);

  expect(count).toBe(2);
});

it('runs again after a failed run, and separates keys', async () => {
  const runs = createSharedRuns();
  const first = gate();
  const failing = runs.run('fiona', () => first.opened.then(() => Promise.reject(new Error('no answer'))));
  const waiting = runs.run('fiona', async () => undefined);
  let isDone = false;

  await runs.run('theo', async () => void (isDone = true));
  expect(isDone).toBe(true);
  first.open();

  await expect(failing).rejects.toThrow('no answer');
  await waiting;
  await runs.run('fiona', async () => undefined);
});
