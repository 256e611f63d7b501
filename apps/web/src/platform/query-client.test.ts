import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CallError } from './failed-call.ts';
import { createQueryClient } from './query-client.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Measures how long a query stays pending, and counts its attempts. */
async function pendingTime(failure: Error, attemptMilliseconds = 0) {
  const queryFn = vi.fn(
    () => new Promise<never>((_, reject) => setTimeout(() => reject(failure), attemptMilliseconds)),
  );
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
])('tries %s three times within a second', async (_, failure) => {
  const { milliseconds, tries } = await pendingTime(failure);

  expect(tries).toBe(3);
  expect(milliseconds).toBeLessThan(1000);
});

it('retries a busy server on request, for about a minute', async () => {
  const busy = (retryAfterSeconds: number) =>
    new CallError({ status: 503, code: 'overloaded', message: 'The server is busy.', details: { retryAfterSeconds } });

  const { milliseconds, tries } = await pendingTime(busy(3), 400);
  const told = await pendingTime(busy(60));

  expect(tries).toBe(21);
  expect(milliseconds).toBe(20 * 3_000 + 21 * 400);
  expect(told.milliseconds).toBe(20 * 5_000);
});

it('shows the failure of an unavailable database within two seconds', async () => {
  const unavailable = new CallError({ status: 503, code: 'database_unavailable', message: 'No' });

  const { milliseconds, tries } = await pendingTime(unavailable, 400);

  expect(tries).toBe(3);
  expect(milliseconds).toBeLessThanOrEqual(2000);
});

it('does not retry client errors', async () => {
  expect(await pendingTime(new CallError({ status: 404, message: 'No' }))).toEqual({ milliseconds: 0, tries: 1 });
});
