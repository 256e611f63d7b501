import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CallError } from './call.ts';
import { createQueryClient } from './query-client.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** How long a query stays pending, and the number of attempts. */
async function pendingTime(failure: Error) {
  const queryFn = vi.fn(() => Promise.reject(failure));
  const observer = new QueryObserver(createQueryClient(), { queryKey: ['card'], queryFn });
  const start = Date.now();
  const failed = new Promise<number>((resolve) => {
    observer.subscribe(({ isError }) => isError && resolve(Date.now() - start));
  });
  await vi.runAllTimersAsync();
  return { milliseconds: await failed, tries: queryFn.mock.calls.length };
}

it('tries a failing server three times within two seconds', async () => {
  const { milliseconds, tries } = await pendingTime(new CallError({ status: 500, message: 'No' }));

  expect(tries).toBe(3);
  expect(milliseconds).toBeLessThanOrEqual(2000);
});

it('waits longer for a lost network, and does not retry client errors', async () => {
  expect((await pendingTime(new TypeError('Failed to fetch'))).milliseconds).toBe(3000);
  expect(await pendingTime(new CallError({ status: 404, message: 'No' }))).toEqual({ milliseconds: 0, tries: 1 });
});
