import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { refetchOnNewData } from './account-updates.ts';
import { accountsQuery } from './accounts.query.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const card = (id: string) => ['analytics', 'metric-card', { accountIds: [id] }];

function watchedAccounts() {
  const queries = new QueryClient();
  const list = (versions: Record<string, number>) =>
    queries.setQueryData(accountsQuery.queryKey, {
      accounts: Object.entries(versions).map(([_id, dataVersion]) => ({ _id, dataVersion }) as never),
    });
  list({ a: 3, b: 1 });
  for (const id of ['a', 'b', 'c']) queries.setQueryData(card(id), {});
  const stop = refetchOnNewData(queries);
  const listStale = async () => {
    await vi.advanceTimersByTimeAsync(2000);
    return ['a', 'b', 'c'].filter((id) => queries.getQueryState(card(id))?.isInvalidated);
  };
  return { queries, list, stop, listStale };
}

it("refetches an account's analytics when a refetched list brings newer data", async () => {
  const { list, listStale } = watchedAccounts();
  list({ a: 4, b: 1 });
  expect(await listStale()).toEqual(['a']);
});

it('notices newer data even if an older list arrives before the refetch', async () => {
  const { list, listStale } = watchedAccounts();
  list({ a: 4, b: 1 });
  list({ a: 3, b: 1 });
  expect(await listStale()).toEqual(['a']);
});

it('does not refetch for unchanged or older versions, or for a new account', async () => {
  const { list, listStale } = watchedAccounts();
  list({ a: 3, b: 1, c: 7 });
  list({ a: 2, b: 1, c: 7 });
  list({ a: 3, b: 1, c: 7 });
  expect(await listStale()).toEqual([]);
});

it('refetches nothing after it was stopped', async () => {
  const { list, stop, listStale } = watchedAccounts();
  list({ a: 4, b: 1 });
  stop();
  list({ a: 5, b: 2 });
  expect(await listStale()).toEqual([]);
});

it('restarts a first fetch if the data changes meanwhile', async () => {
  const { queries, list } = watchedAccounts();
  const answers: ((value: string) => void)[] = [];
  const queryFn = () => new Promise<string>((answer) => answers.push(answer));
  const key = ['analytics', 'views', { accountIds: ['a'] }];
  const observer = new QueryObserver(queries, { queryKey: key, queryFn });
  const unsubscribe = observer.subscribe(() => undefined);
  list({ a: 4, b: 1 });
  await vi.advanceTimersByTimeAsync(2000);
  expect(answers).toHaveLength(1);

  answers[0]?.('before the new data');
  await vi.advanceTimersByTimeAsync(0);
  answers[1]?.('with the new data');
  await vi.advanceTimersByTimeAsync(0);

  expect(queries.getQueryData(key)).toBe('with the new data');
  unsubscribe();
});
