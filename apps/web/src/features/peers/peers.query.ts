import { type AccountId, addPeer, comparePeers, removePeer } from '@tidemark/contract';
import { queryOptions, skipToken, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#web/platform/call.ts';
import { getServerMessage } from '#web/platform/failed-call.ts';
import { notify } from '#web/ui/toaster.tsx';

const queryKey = ['peers'];

export const peersQuery = (accountId: AccountId | undefined) =>
  queryOptions({
    queryKey: [...queryKey, accountId],
    queryFn: accountId === undefined ? skipToken : ({ signal }) => call(comparePeers, { body: { accountId } }, signal),
  });

export function useAddPeer({ onDone }: { onDone: (asked: string) => void }) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: { accountId: AccountId; username: string }) => call(addPeer, { body }),
    async onSuccess({ username }, asked) {
      onDone(asked.username);
      await queries.invalidateQueries({ queryKey: queryKey });
      notify.success(`@${username} was added`);
    },
  });
}

export function useRemovePeer() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(removePeer, { params: { id } }),
    onError: (error) => notify.error(getServerMessage(error, 'Could not remove the peer')),
    onSettled: () => queries.invalidateQueries({ queryKey: queryKey }),
  });
}
