import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { stubApi } from '#web/platform/stubbed-api.ts';
import { refetchStaleAnalytics } from './account-updates.ts';
import { accountsQuery } from './accounts.query.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const list = (dataVersion: number) => ({
  accounts: [
    { _id: 'a', dataVersion },
    { _id: 'b', dataVersion: 1 },
  ],
});
const card = (id: string) => ['analytics', 'metric-card', { accountIds: [id] }];

async function clientWith(dataVersion: number) {
  stubApi({ 'GET /account/list': list(dataVersion) });
  const queries = new QueryClient();
  await answered(queries.fetchQuery(accountsQuery));
  for (const id of ['a', 'b']) queries.setQueryData(card(id), {});
  return queries;
}

/** Calls wait for others to share a request with, by the clock that the tests move. */
async function answered(call: Promise<unknown>) {
  await vi.advanceTimersByTimeAsync(100);
  await call;
}

it('refetches the analytics of an account that changed before its live updates arrived', async () => {
  const queries = await clientWith(3);
  stubApi({ 'GET /account/list': list(4) });

  await answered(refetchStaleAnalytics(queries));
  await vi.advanceTimersByTimeAsync(2000);

  expect(queries.getQueryState(card('a'))?.isInvalidated).toBe(true);
  expect(queries.getQueryState(card('b'))?.isInvalidated).toBe(false);
});

it('fetches nothing while the account list is still loading', async () => {
  const api = stubApi({ 'GET /account/list': list(4) });

  await refetchStaleAnalytics(new QueryClient());

  expect(api.calls).toEqual([]);
});
