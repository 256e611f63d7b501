import {
  acceptInvitation,
  type AccountId,
  bringAccount,
  changeMember,
  type EndpointRequest,
  handOverWorkspace,
  inviteMember,
  leaveWorkspace,
  listLendableAccounts,
  listMembers,
  removeMember,
  renameWorkspace,
  withdrawMemberInvitation,
} from '@tidemark/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#web/platform/call.ts';
import { getServerMessage } from '#web/platform/failed-call.ts';
import { queryKeys } from '#web/platform/query-keys.ts';
import { notify } from '#web/ui/toaster.tsx';
import { switchWorkspace } from './switch-workspace.ts';

export const membersQuery = queryOptions({
  queryKey: queryKeys.members,
  queryFn: ({ signal }) => call(listMembers, undefined, signal),
});

export type Invited = EndpointRequest<typeof inviteMember>['body'];
export type Grant = Pick<Invited, 'role' | 'accountIds' | 'reportIds'>;

/** Returns a mutation of the members that reloads them, and says when it fails. */
function useMembersMutation<Input, Output>(
  mutationFn: (input: Input) => Promise<Output>,
  { done, failure }: { done?: string; failure?: string },
) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: () => void (done && notify.success(done)),
    onError: (error) => void (failure && notify.error(getServerMessage(error, failure))),
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.members }),
  });
}

export const useInvite = () => useMembersMutation((body: Invited) => call(inviteMember, { body }), {});

export const useWithdraw = () =>
  useMembersMutation((id: string) => call(withdrawMemberInvitation, { params: { id } }), {
    done: 'Invitation withdrawn',
    failure: 'Could not withdraw the invitation. Try again in a moment.',
  });

export const useChangeMember = () =>
  useMembersMutation(
    ({ userId, ...body }: Grant & { userId: string }) => call(changeMember, { params: { userId }, body }),
    {},
  );

export const useRemoveMember = () =>
  useMembersMutation((userId: string) => call(removeMember, { params: { userId } }), {
    done: 'Member removed',
    failure: 'Could not remove the member. Try again in a moment.',
  });

export const useRename = () => useMembersMutation((name: string) => call(renameWorkspace, { body: { name } }), {});

export const lendableQuery = queryOptions({
  queryKey: [...queryKeys.members, 'accounts'],
  queryFn: ({ signal }) => call(listLendableAccounts, undefined, signal),
});

export const useBring = () =>
  useMembersMutation((accountId: AccountId) => call(bringAccount, { body: { accountId } }), {
    done: 'Account added to the workspace',
    failure: 'Could not add the account. Try again in a moment.',
  });

/** Ends the user's membership, and shows their own workspace. */
export const useLeave = (ownId: string) =>
  useMutation({
    mutationFn: (workspaceId: string) => call(leaveWorkspace, { params: { workspaceId } }),
    onSuccess: () => switchWorkspace(ownId),
    onError: (error) => notify.error(getServerMessage(error, 'Could not leave the workspace. Try again in a moment.')),
  });

/** Hands the user's own workspace over, and shows it to them as a member's. */
export const useHandOver = () =>
  useMutation({
    mutationFn: async (userId: string) => {
      await call(handOverWorkspace, { body: { userId } });
      return userId;
    },
    onSuccess: switchWorkspace,
  });

export const useAccept = () =>
  useMutation({
    mutationFn: (token: string) => call(acceptInvitation, { body: { token } }),
    onSuccess: ({ workspace }) => switchWorkspace(workspace.id),
  });
