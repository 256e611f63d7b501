import {
  createShare,
  deleteShare,
  type EndpointRequest,
  listShares,
  revokeShare,
  updateShare,
} from '@tidemark/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#web/platform/call.ts';
import { getServerMessage } from '#web/platform/failed-call.ts';
import { queryKeys } from '#web/platform/query-keys.ts';
import { notify } from '#web/ui/toaster.tsx';

export const sharesQuery = queryOptions({
  queryKey: queryKeys.shares,
  queryFn: ({ signal }) => call(listShares, undefined, signal),
});

export type NewShare = EndpointRequest<typeof createShare>['body'];
export type ShareChanges = EndpointRequest<typeof updateShare>['body'];

export function useCreateShare() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: NewShare) => call(createShare, { body }),
    onSuccess: () => queries.invalidateQueries({ queryKey: queryKeys.shares }),
  });
}

export function useUpdateShare(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: ShareChanges) => call(updateShare, { params: { id }, body }),
    onSuccess: () => notify.success('Share link changed'),
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.shares }),
  });
}

/** Ends a working link, or removes an ended one from the list. */
export function useEndShare() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id, isActive }: { id: string; isActive: boolean }): Promise<unknown> =>
      isActive ? call(revokeShare, { params: { id } }) : call(deleteShare, { params: { id } }),
    onSuccess: (_, { isActive }) => notify.success(isActive ? 'Share link revoked' : 'Share link removed'),
    onError: (error) =>
      notify.error(getServerMessage(error, 'Could not change the share link. Try again in a moment.')),
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.shares }),
  });
}
