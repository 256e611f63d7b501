import { disconnectBluesky, listBlueskyLogins, startBlueskyLogin, type AccountId } from '@tidemark/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#web/platform/call.ts';
import { queryKeys } from '#web/platform/query-keys.ts';
import { notify } from '#web/ui/toaster.tsx';

const queryKey = [...queryKeys.connections.all, 'bluesky'] as const;

export const blueskyLoginsQuery = queryOptions({
  queryKey,
  queryFn: ({ signal }) => call(listBlueskyLogins, undefined, signal),
  select: ({ logins }) => logins,
});

/** Leaves for the account's own server, which sends the browser back. */
export function useBlueskyLogin() {
  return useMutation({
    mutationFn: (handle: string) => call(startBlueskyLogin, { body: { handle } }),
    onSuccess: ({ url }) => window.location.assign(url),
  });
}

export function useBlueskyDisconnect() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (accountId: AccountId) => call(disconnectBluesky, { params: { accountId } }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey });
      await queries.invalidateQueries({ queryKey: queryKeys.accounts.list });
      notify.success('Bluesky account disconnected');
    },
    onError: (failure) => notify.error(failure.message),
  });
}
