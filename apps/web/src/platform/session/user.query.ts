import { loadUser } from '@tidemark/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { queryKeys } from '../query-keys.ts';
import { call } from '../call.ts';

export const userQuery = queryOptions({
  queryKey: queryKeys.user,
  queryFn: ({ signal }) => call(loadUser, { body: {} }, signal),
  staleTime: 5 * 60_000,
});

/** The signed-in user with their plan. Screens only render once it is loaded. */
export function useUser() {
  const { data } = useQuery(userQuery);
  if (!data) throw new Error('useUser needs a loaded user above it');
  return data;
}
