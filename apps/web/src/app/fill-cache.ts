import type { PageStart } from '@tidemark/contract';
import { type QueryClient, replaceEqualDeep } from '@tanstack/react-query';
import { accountsQuery } from '#web/features/accounts/index.ts';
import { queryKeys } from '#web/platform/query-keys.ts';
import { userQuery } from '#web/platform/session/user.query.ts';

/** Stores what every page needs first, except what has already been updated more than `maxUpdates` times. */
export function fillCache(
  queries: QueryClient,
  { user, accounts, unreadAlerts, ...workspaces }: PageStart,
  maxUpdates = Infinity,
): void {
  const data: [readonly string[], unknown][] = [
    [queryKeys.workspaces, workspaces],
    [userQuery.queryKey, user],
    [accountsQuery.queryKey, { accounts }],
    [queryKeys.unreadAlerts, unreadAlerts],
  ];
  for (const [key, value] of data) {
    const known = queries.getQueryState(key);
    // Storing the same again would draw the page again while React takes it over.
    const isNew = replaceEqualDeep(known?.data, value) !== known?.data;
    if (isNew && (known?.dataUpdateCount ?? 0) <= maxUpdates) queries.setQueryData(key, value);
  }
}
