import type { AccountRef, LiveEvent, MetaConnection, User } from '@tidemark/contract';
import type { QueryClient } from '@tanstack/react-query';
import { accountsQuery, activeAccountsQuery, applyAccountDocument } from '#web/features/accounts/index.ts';
import { userQuery } from '#web/platform/session/user.query.ts';
import { queryKeys } from '#web/platform/query-keys.ts';

/** Applies a server event to the query cache. */
export function eventToCache(queries: QueryClient, event: LiveEvent) {
  switch (event.type) {
    case 'user-update':
      return replaceUser(queries, event.user);
    case 'user-accounts-update':
      return replaceAccountRefs(queries, event.accountRefs);
    case 'connection-update':
      return replaceConnection(queries, event.connection);
    case 'earliest-date':
      return lowerEarliestDate(queries, event.accountId, event.earliestDate);
    case 'roadmap-update':
      return void queries.invalidateQueries({ queryKey: queryKeys.roadmap.requests });
    case 'alerts-update':
      void queries.invalidateQueries({ queryKey: queryKeys.alerts });
      return void queries.setQueryData(queryKeys.unreadAlerts, event.unread);
    case 'account-update':
      return applyAccountDocument(queries, event.doc);
    case 'ping':
    case 'sse-expired':
    case 'server_shutdown_soon':
      // About the stream, which the driver handles.
      return;
    default:
      // Does not compile while an event is missing above. A newer server may send others.
      return void (event satisfies never);
  }
}

/** Refetches what events keep up to date, because some may have been missed. */
export function refetchLive(queries: QueryClient) {
  const { user, connections, features, alerts, roadmap, accounts } = queryKeys;
  const keys = [user, connections.all, features.all, alerts, roadmap.requests, accounts.active, accounts.list];
  for (const queryKey of keys) void queries.invalidateQueries({ queryKey });
}

function replaceUser(queries: QueryClient, user: User) {
  queries.setQueryData(userQuery.queryKey, (old) => (old ? { ...old, user, accountRefs: user.accountRefs } : old));
  // Only a full load returns the plan's dates.
  void queries.invalidateQueries({ queryKey: userQuery.queryKey });
}

function replaceAccountRefs(queries: QueryClient, accountRefs: AccountRef[]) {
  queries.setQueryData(userQuery.queryKey, (old) =>
    old ? { ...old, accountRefs, user: { ...old.user, accountRefs } } : old,
  );
  void queries.invalidateQueries({ queryKey: accountsQuery.queryKey });
  void queries.invalidateQueries({ queryKey: activeAccountsQuery.queryKey });
  void queries.invalidateQueries({ queryKey: queryKeys.connections.accounts });
}

function replaceConnection(queries: QueryClient, connection: MetaConnection) {
  queries.setQueryData(['connections', 'meta'], { success: true, connection });
  void queries.invalidateQueries({ queryKey: queryKeys.connections.accounts });
  // The login may have lost or regained accounts.
  void queries.invalidateQueries({ queryKey: queryKeys.accounts.list });
}

function lowerEarliestDate(queries: QueryClient, accountId: string, earliestDate: string) {
  queries.setQueryData(accountsQuery.queryKey, (old) =>
    old
      ? {
          accounts: old.accounts.map((account) =>
            account._id === accountId && (!account.earliestDate || earliestDate < account.earliestDate)
              ? { ...account, earliestDate }
              : account,
          ),
        }
      : old,
  );
}
