import { endOwnSession, listSessions } from '@tidemark/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#web/platform/call.ts';
import { getServerMessage } from '#web/platform/failed-call.ts';
import { queryKeys } from '#web/platform/query-keys.ts';
import { notify } from '#web/ui/toaster.tsx';

export const sessionsQuery = queryOptions({
  queryKey: queryKeys.signIn.sessions,
  queryFn: ({ signal }) => call(listSessions, undefined, signal),
});

export function useEndSession() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(endOwnSession, { params: { id } }),
    onSuccess: () => notify.success('Logged out there'),
    onError: (error) => notify.error(getServerMessage(error, 'Could not log out there. Try again in a moment.')),
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.signIn.sessions }),
  });
}
