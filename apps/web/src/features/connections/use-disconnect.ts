import { disconnectMeta } from '@tidemark/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#web/platform/call.ts';
import { notify } from '#web/ui/toaster.tsx';
import { connectionAccountsQuery, metaConnectionQuery } from './connections.query.ts';

export function useDisconnect(onDisconnected: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => call(disconnectMeta),
    onSuccess: async () => {
      // The connection comes first: otherwise the card would request the accounts again immediately.
      await queries.invalidateQueries({ queryKey: metaConnectionQuery.queryKey });
      queries.removeQueries({ queryKey: connectionAccountsQuery.queryKey });
      onDisconnected();
      notify.success('Meta account disconnected successfully');
    },
    onError: () => notify.error('Failed to disconnect Meta account'),
  });
}
