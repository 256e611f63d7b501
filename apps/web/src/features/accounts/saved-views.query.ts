import { deleteView, listSavedViews, type NewView, saveView } from '@tidemark/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#web/platform/call.ts';
import { getServerMessage } from '#web/platform/failed-call.ts';
import { queryKeys } from '#web/platform/query-keys.ts';
import { notify } from '#web/ui/toaster.tsx';

export const savedViewsQuery = queryOptions({
  queryKey: queryKeys.savedViews,
  queryFn: ({ signal }) => call(listSavedViews, undefined, signal),
});

export function useSaveView(onSaved: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (view: NewView) => call(saveView, { body: view }),
    async onSuccess() {
      onSaved();
      await queries.invalidateQueries({ queryKey: queryKeys.savedViews });
    },
  });
}

export function useDeleteView() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(deleteView, { params: { id } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: queryKeys.savedViews }),
    onError: (error) => notify.error(getServerMessage(error, 'Could not delete it')),
  });
}
