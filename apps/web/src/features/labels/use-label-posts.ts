import { labelPosts, type PostLabel } from '@tidemark/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#web/platform/call.ts';
import { getServerMessage } from '#web/platform/failed-call.ts';
import { notify } from '#web/ui/toaster.tsx';
import { type LabelledPost, refetchLabels } from './labels.query.ts';

/** Puts labels on posts, or removes them. */
export function useLabelPosts(posts: readonly LabelledPost[]) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ label, labelled }: { label: PostLabel; labelled: boolean }) =>
      call(labelPosts, {
        params: { id: label.id },
        body: { posts: posts.map(({ accountId, mediaId }) => ({ accountId, mediaId })), labelled },
      }),
    onSuccess: async () => {
      await refetchLabels(queries);
      // A list of posts with this label may have changed.
      await queries.invalidateQueries({ queryKey: ['analytics', 'posts'] });
    },
    onError: (failure) => notify.error(getServerMessage(failure, 'Failed to change the label')),
  });
}
