import { listPlans } from '@tidemark/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#web/platform/call.ts';

export const plansQuery = queryOptions({
  queryKey: ['plans'],
  queryFn: ({ signal }) => call(listPlans, undefined, signal),
  select: ({ plans }) => plans,
  staleTime: 10 * 60_000,
});
