import { listAccounts, listActiveAccounts } from '@tidemark/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#web/platform/call.ts';

export const accountsQuery = queryOptions({
  queryKey: ['accounts', 'list'],
  queryFn: ({ signal }) => call(listAccounts, undefined, signal),
  select: ({ accounts }) => accounts,
});

export const activeAccountsQuery = queryOptions({
  queryKey: ['accounts', 'active'],
  queryFn: ({ signal }) => call(listActiveAccounts, undefined, signal),
  select: ({ accounts }) => accounts,
});
