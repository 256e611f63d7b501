import { afterEach, expect, it, vi } from 'vitest';
import { cacheFor } from './cache-for.ts';

afterEach(() => void vi.useRealTimers());

it('fetches once for concurrent callers, and again after the cache expires', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  let fetches = 0;
  const get = cacheFor(50, async () => (fetches += 1));

  expect(await Promise.all([get(), get(), get()])).toEqual([1, 1, 1]);
  expect(await get()).toBe(1);
  vi.advanceTimersByTime(49);
  expect(await get()).toBe(1);
  vi.advanceTimersByTime(1);
  expect(await get()).toBe(2);
});

it('does not cache a failure', async () => {
  let fetches = 0;
  const get = cacheFor(1_000, async () => {
    fetches += 1;
    if (fetches === 1) throw new Error('no answer');
    return fetches;
  });

  await expect(get()).rejects.toThrow('no answer');
  expect(await get()).toBe(2);
});
