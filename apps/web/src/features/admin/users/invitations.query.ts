import { createInvitation, createResetLink, listInvitations, withdrawInvitation, type Role } from '@tidemark/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#web/platform/call.ts';
import { getServerMessage } from '#web/platform/failed-call.ts';
import { adminKeys } from '../admin-keys.ts';
import { notify } from '#web/ui/toaster.tsx';

export const invitationsQuery = queryOptions({
  queryKey: adminKeys.invitations,
  queryFn: ({ signal }) => call(listInvitations, undefined, signal),
});

export function useInvite() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: { email: string; name?: string; role: Role }) => call(createInvitation, { body }),
    onSuccess: () => queries.invalidateQueries({ queryKey: adminKeys.invitations }),
  });
}

export function useWithdrawInvitation() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(withdrawInvitation, { params: { id } }),
    onSuccess: () => notify.success('Invitation withdrawn'),
    onError: (error) => notify.error(getServerMessage(error, 'Could not withdraw the invitation')),
    onSettled: () => queries.invalidateQueries({ queryKey: adminKeys.invitations }),
  });
}

export function useResetLink() {
  return useMutation({ mutationFn: (userId: string) => call(createResetLink, { params: { userId } }) });
}
