import type { PageStart } from '@tidemark/contract';
import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { accountsQuery } from '#web/features/accounts/index.ts';
import { queryKeys } from '#web/platform/query-keys.ts';
import { stubbedAccount } from '#web/platform/stubbed-account.ts';
import { fillCache } from './fill-cache.ts';

const pageWith = (dataVersion: number, unreadAlerts: number) =>
  ({
    user: {},
    accounts: [{ ...stubbedAccount, dataVersion }],
    unreadAlerts,
    workspace: null,
    workspaces: [],
  }) as unknown as PageStart; // without a user

it('replaces a drawn page by later data, except what has changed meanwhile', () => {
  const queries = new QueryClient();
  fillCache(queries, pageWith(1, 4));
  queries.setQueryData(queryKeys.unreadAlerts, 0);

  fillCache(queries, pageWith(2, 4), 1);

  expect(queries.getQueryData(accountsQuery.queryKey)?.accounts[0]?.dataVersion).toBe(2);
  expect(queries.getQueryData(queryKeys.unreadAlerts)).toBe(0);
});

it('stores nothing again that is the same', () => {
  const queries = new QueryClient();
  fillCache(queries, pageWith(1, 4));

  fillCache(queries, pageWith(1, 5), 1);

  expect(queries.getQueryState(accountsQuery.queryKey)?.dataUpdateCount).toBe(1);
  expect(queries.getQueryData(queryKeys.unreadAlerts)).toBe(5);
});
