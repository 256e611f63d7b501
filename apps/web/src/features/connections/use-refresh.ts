import { refreshAccount, type ConnectionAccount } from '@tidemark/contract';
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { syncStatusQuery } from '#web/features/accounts/index.ts';
import { call } from '#web/platform/call.ts';
import { useUser } from '#web/platform/session/user.query.ts';
import { connectionAccountsQuery } from './connections.query.ts';

/** Refetches the accounts that the login lists, and syncs the linked ones. */
export function useRefresh() {
  const queries = useQueryClient();
  const { user } = useUser();
  return useMutation({
    mutationFn: async () => {
      const { accounts = [] } = queries.getQueryData(connectionAccountsQuery.queryKey) ?? {};
      const linked = accounts.filter(({ id }) => user.accountRefs.some(({ accountId }) => accountId === id));
      await Promise.all([
        queries.refetchQueries({ queryKey: connectionAccountsQuery.queryKey }),
        // An account that cannot be synced now shows the reason in its own state.
        ...linked.filter((account) => canStart(queries, account)).map(({ id }) => start(queries, id).catch(() => {})),
      ]);
    },
  });
}

function canStart(queries: QueryClient, { id, syncRunning, problem }: ConnectionAccount): boolean {
  const state = queries.getQueryData(syncStatusQuery(id).queryKey);
  return !(state?.syncRunning ?? syncRunning) && problem?.code !== 'account_unreachable';
}

async function start(queries: QueryClient, id: string) {
  const { syncStatus } = await call(refreshAccount, { params: { id } });
  queries.setQueryData(syncStatusQuery(id).queryKey, syncStatus);
}
