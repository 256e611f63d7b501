import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useSettled } from './use-settled.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Opens a page that has requested something; `answer` is its response. */
function open() {
  const queries = new QueryClient();
  const { promise, resolve: answer } = Promise.withResolvers<string>();
  void queries.fetchQuery({ queryKey: ['figures'], queryFn: () => promise });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queries}>{children}</QueryClientProvider>
  );
  return { answer, ...renderHook(useSettled, { wrapper }) };
}

it('settles once everything requested has arrived', async () => {
  const { result, answer } = open();
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  expect(result.current).toBe(false);

  answer('12');
  await act(() => vi.advanceTimersByTimeAsync(10));

  expect(result.current).toBe(true);
});

it('settles after two seconds, even with missing data', async () => {
  const { result } = open();

  await act(() => vi.advanceTimersByTimeAsync(2_000));

  expect(result.current).toBe(true);
});
