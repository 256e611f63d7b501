import type { AccountId, AccountRef, AccountType } from '@tidemark/contract';
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { syncStatusQuery } from '#web/features/accounts/index.ts';
import { userQuery } from '#web/platform/session/user.query.ts';
import { notify } from '#web/ui/toaster.tsx';
import { queryKeys } from '#web/platform/query-keys.ts';
import { blueskyLoginsQuery } from './bluesky/use-bluesky-logins.ts';
import { updateListed } from './connections.query.ts';
import { linkAccount, toReason, unlinkAccount } from './link-account.ts';

const statusAfterMilliseconds = 5000;

export function useLink(id: AccountId, type?: AccountType) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => linkAccount(id, type),
    onSuccess: (accountRefs) => {
      setAccountRefs(queries, accountRefs);
      showRunning(queries, id);
      notify.success('Account linked successfully!');
    },
    onError: (failure) => notify.error(`Could not link account: ${toReason(failure, 'Unable to connect account.')}`),
    onSettled: () => refetchAccounts(queries),
  });
}

/** Unlinks an account. `undo` links it again; undefined if that is impossible. */
export function useUnlink(id: AccountId, undo: (() => void) | undefined, type?: AccountType) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => unlinkAccount(id, type),
    onSuccess: (accountRefs) => {
      setAccountRefs(queries, accountRefs);
      updateListed(queries, id, { linked: false, syncRunning: false, lastSyncAt: null, problem: null });
      notify.success('Account unlinked successfully', undo && { label: 'Undo', onClick: undo });
    },
    onError: (failure) => notify.error(`Could not unlink account: ${toReason(failure, 'Unable to unlink account.')}`),
    onSettled: () => refetchAccounts(queries),
  });
}

/** Shows a new link as syncing at once, and fetches the real state a little later. */
function showRunning(queries: QueryClient, id: AccountId) {
  updateListed(queries, id, { linked: true, syncRunning: true, problem: null });
  queries.setQueryData(syncStatusQuery(id).queryKey, {
    syncRunning: true,
    initialization: { active: true, tasks: {} },
    tasks: {},
    problem: null,
    lastSyncAt: null,
    nextSyncAt: null,
  });
  setTimeout(() => void queries.refetchQueries({ queryKey: syncStatusQuery(id).queryKey }), statusAfterMilliseconds);
}

function setAccountRefs(queries: QueryClient, accountRefs: AccountRef[]) {
  queries.setQueryData(userQuery.queryKey, (old) =>
    old ? { ...old, accountRefs, user: { ...old.user, accountRefs } } : old,
  );
}

function refetchAccounts(queries: QueryClient) {
  void queries.invalidateQueries({ queryKey: queryKeys.accounts.list });
  void queries.invalidateQueries({ queryKey: queryKeys.accounts.active });
  void queries.invalidateQueries({ queryKey: blueskyLoginsQuery.queryKey });
}
