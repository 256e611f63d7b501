import { getMetaConnection, listConnectionAccounts, type ConnectionAccount } from '@tidemark/contract';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { call } from '#web/platform/call.ts';
import { queryKeys } from '#web/platform/query-keys.ts';

export const metaConnectionQuery = queryOptions({
  queryKey: queryKeys.connections.meta,
  queryFn: ({ signal }) => call(getMetaConnection, undefined, signal),
  select: ({ connection }) => connection,
});

export const connectionAccountsQuery = queryOptions({
  queryKey: queryKeys.connections.accounts,
  queryFn: ({ signal }) => call(listConnectionAccounts, undefined, signal),
  select: ({ accounts }) => accounts,
});

/** Updates one listed account in the cache, ahead of the next response. */
export function updateListed(queries: QueryClient, id: string, change: Partial<ConnectionAccount>) {
  queries.setQueryData(connectionAccountsQuery.queryKey, (old) =>
    old
      ? { ...old, accounts: old.accounts.map((account) => (account.id === id ? { ...account, ...change } : account)) }
      : old,
  );
}
