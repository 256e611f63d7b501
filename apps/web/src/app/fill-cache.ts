import type { PageStart } from '@tidemark/contract';
import type { QueryClient } from '@tanstack/react-query';
import { accountsQuery } from '#web/features/accounts/index.ts';
import { queryKeys } from '#web/platform/query-keys.ts';
import { userQuery } from '#web/platform/session/user.query.ts';

/** Stores what every page needs first. */
export function fillCache(queries: QueryClient, { user, accounts, unreadAlerts, ...workspaces }: PageStart): void {
  queries.setQueryData(queryKeys.workspaces, workspaces);
  queries.setQueryData(userQuery.queryKey, user);
  queries.setQueryData(accountsQuery.queryKey, { accounts });
  queries.setQueryData(queryKeys.unreadAlerts, unreadAlerts);
}
