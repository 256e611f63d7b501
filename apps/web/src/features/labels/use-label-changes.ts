import { createLabel, deleteLabel, type EndpointRequest, type PostLabel, updateLabel } from '@tidemark/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#web/platform/call.ts';
import { getServerMessage } from '#web/platform/failed-call.ts';
import { notify } from '#web/ui/toaster.tsx';
import { refetchLabels } from './labels.query.ts';

type NewLabel = EndpointRequest<typeof createLabel>['body'];

/** Creates a label, or changes the given one. */
export function useSaveLabel(label: PostLabel | null, onSaved: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ name, color, rule }: NewLabel) =>
      label
        ? call(updateLabel, {
            params: { id: label.id },
            // A test's rule is fixed.
            body: { name, color, ...(rule && !label.test && { rule }) },
          })
        : call(createLabel, { body: { name, color, rule } }),
    async onSuccess({ name }) {
      onSaved();
      notify.success(`${name} ${label ? 'saved' : 'created'}`);
      await refetchLabels(queries);
    },
  });
}

export function useDeleteLabel({ id, name }: PostLabel) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => call(deleteLabel, { params: { id } }),
    async onSuccess() {
      notify.success(`${name} deleted`);
      await refetchLabels(queries);
    },
    onError: (failure) => notify.error(getServerMessage(failure, 'Failed to delete the label')),
  });
}
