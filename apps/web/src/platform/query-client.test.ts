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

it.each([
  ['a failing server', new CallError({ status: 500, message: 'No' })],
  ['a lost network', new TypeError('Failed to fetch')],
])('tries %s three times, and waits less than a second in all', async (_, failure) => {
  const { milliseconds, tries } = await pendingTime(failure);

  expect(tries).toBe(3);
  expect(milliseconds).toBeLessThan(1000);
});

it('does not retry client errors', async () => {
  expect(await pendingTime(new CallError({ status: 404, message: 'No' }))).toEqual({ milliseconds: 0, tries: 1 });
});
