import { toggleUpvote } from '@tidemark/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#web/platform/call.ts';
import { useUser } from '#web/platform/session/user.query.ts';
import { notify } from '#web/ui/toaster.tsx';
import { roadmapQuery, upvotesQuery } from './roadmap.query.ts';

/** Votes for a request on the viewer's behalf; a second click waits for the first response. */
export function useUpvote(issueNumber: number) {
  const { user } = useUser();
  const queries = useQueryClient();
  const mutation = useMutation({
    mutationFn: () => call(toggleUpvote, { body: { issueNumber, userName: user.name, userId: user._id } }),
    onSuccess({ action }) {
      const change = action === 'added' ? 1 : -1;
      queries.setQueryData(
        roadmapQuery.queryKey,
        (old) =>
          old && {
            ...old,
            requests: old.requests.map((request) =>
              request.id === issueNumber ? { ...request, upvotes: Math.max(0, request.upvotes + change) } : request,
            ),
          },
      );
      queries.setQueryData(upvotesQuery(user._id).queryKey, (old = []) => [
        ...old.filter((number) => number !== issueNumber),
        ...(action === 'added' ? [issueNumber] : []),
      ]);
      notify.success(`Upvote ${action} successfully`);
    },
    onError: () => notify.error('Failed to update upvote'),
  });

  return {
    isPending: mutation.isPending,
    toggle() {
      if (mutation.isPending) return;
      if (user.name && user._id) mutation.mutate();
      else notify.error('User information not available');
    },
  };
}
