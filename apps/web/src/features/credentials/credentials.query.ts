import { getCredentials } from '@tidemark/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#web/platform/call.ts';
import { queryKeys } from '#web/platform/query-keys.ts';
import { notify } from '#web/ui/toaster.tsx';

export const credentialsQuery = queryOptions({
  queryKey: queryKeys.signIn.credentials,
  queryFn: ({ signal }) => call(getCredentials, undefined, signal),
});

/** Changes the user's credentials, reloads them and confirms the change. */
export function useCredentialChange<Input, Result>(
  change: (input: Input) => Promise<Result>,
  { done, onDone }: { done: (result: Result) => string | null; onDone?: (result: Result) => void },
) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    async onSuccess(result) {
      const text = done(result);
      if (text === null) return;
      notify.success(text);
      onDone?.(result);
      await Promise.all(
        [queryKeys.signIn.all, queryKeys.user].map((queryKey) => queries.invalidateQueries({ queryKey })),
      );
    },
  });
}
