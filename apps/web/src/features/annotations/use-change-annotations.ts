import {
  type Annotation,
  type AnnotationFields,
  createAnnotation,
  deleteAnnotation,
  updateAnnotation,
} from '@tidemark/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#web/platform/call.ts';
import { getServerMessage } from '#web/platform/failed-call.ts';
import { queryKeys } from '#web/platform/query-keys.ts';
import { notify } from '#web/ui/toaster.tsx';

/** Adds an annotation, or replaces the one with this ID. */
export function useSaveAnnotation(onSaved: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id, fields }: { id: string | null; fields: AnnotationFields }) =>
      id === null ? call(createAnnotation, { body: fields }) : call(updateAnnotation, { params: { id }, body: fields }),
    async onSuccess(_, { id }) {
      notify.success(id === null ? 'Annotation added' : 'Annotation saved');
      onSaved();
      await queries.invalidateQueries({ queryKey: queryKeys.annotations });
    },
  });
}

/** Deletes without asking first: the list offers to add the annotation again. */
export function useDeleteAnnotation(onDeleted: (annotation: Annotation) => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: Annotation) => call(deleteAnnotation, { params: { id } }),
    async onSuccess(_, annotation) {
      onDeleted(annotation);
      await queries.invalidateQueries({ queryKey: queryKeys.annotations });
    },
    onError: (error) => notify.error(getServerMessage(error, 'Could not delete the annotation')),
  });
}
