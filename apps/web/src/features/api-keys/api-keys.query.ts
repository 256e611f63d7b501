import { createApiKey, listApiKeys, revokeApiKey, type EndpointRequest } from '@tidemark/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#web/platform/call.ts';
import { getServerMessage } from '#web/platform/failed-call.ts';
import { queryKeys } from '#web/platform/query-keys.ts';
import { notify } from '#web/ui/toaster.tsx';

export const apiKeysQuery = queryOptions({
  queryKey: queryKeys.apiKeys,
  queryFn: ({ signal }) => call(listApiKeys, undefined, signal),
});

export function useCreateKey() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: EndpointRequest<typeof createApiKey>['body']) => call(createApiKey, { body }),
    // Not cached, because the key is shown once.
    gcTime: 0,
    onSuccess: () => queries.invalidateQueries({ queryKey: queryKeys.apiKeys }),
  });
}

export function useRevokeKey() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(revokeApiKey, { params: { id } }),
    onSuccess: () => notify.success('API key revoked'),
    onError: (error) => notify.error(getServerMessage(error, 'Could not revoke the API key. Try again in a moment.')),
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.apiKeys }),
  });
}
