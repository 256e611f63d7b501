import { listAccounts, listActiveAccounts } from '@tidemark/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#web/platform/call.ts';
import { queryKeys } from '#web/platform/query-keys.ts';

export const accountsQuery = queryOptions({
  queryKey: queryKeys.accounts.list,
  queryFn: ({ signal }) => call(listAccounts, undefined, signal),
  select: ({ accounts }) => accounts,
  // A page uses it in hundreds of places; after a failure, the user retries.
  retryOnMount: false,
});

export const activeAccountsQuery = queryOptions({
  queryKey: queryKeys.accounts.active,
  queryFn: ({ signal }) => call(listActiveAccounts, undefined, signal),
  select: ({ accounts }) => accounts,
});
