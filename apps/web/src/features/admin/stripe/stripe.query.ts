import { getStripeState, testStripe, updatePlan, type EndpointRequest } from '@tidemark/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { plansQuery } from '#web/features/subscription/index.ts';
import { call } from '#web/platform/call.ts';
import { notify } from '#web/ui/toaster.tsx';
import { queryKeys } from '#web/platform/query-keys.ts';
import { adminKeys } from '../admin-keys.ts';

export const stripeQuery = queryOptions({
  queryKey: adminKeys.stripe,
  queryFn: ({ signal }) => call(getStripeState, undefined, signal),
  refetchInterval: 15_000,
});

export function useTestStripe() {
  return useMutation({ mutationFn: () => call(testStripe, undefined) });
}

export function useUpdatePlan({ onDone }: { onDone: () => void }) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (change: EndpointRequest<typeof updatePlan>) => call(updatePlan, change),
    async onSuccess(_, { body: { name } }) {
      notify.success(`${name} plan saved`);
      void queries.invalidateQueries({ queryKey: plansQuery.queryKey });
      void queries.invalidateQueries({ queryKey: queryKeys.user });
      await queries.invalidateQueries({ queryKey: stripeQuery.queryKey });
      onDone();
    },
  });
}
