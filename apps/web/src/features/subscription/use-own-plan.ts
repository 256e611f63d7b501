import { setSubscription, type Plan } from '@tidemark/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#web/platform/call.ts';
import { queryKeys } from '#web/platform/query-keys.ts';
import { useUser } from '#web/platform/session/user.query.ts';
import { notify } from '#web/ui/toaster.tsx';
import { subscriptionQuery } from './subscription.query.ts';

/** Assigns a plan to the user, who must be an operator. */
export function useOwnPlan() {
  const { user } = useUser();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: Plan) =>
      call(setSubscription, {
        params: { userId: user._id },
        body: { plan: id, status: 'active', currentPeriodEnd: null, cancelAt: null },
      }),
    async onSuccess(_, { name }) {
      notify.success(`You now have the ${name} plan`);
      await Promise.all([
        queries.invalidateQueries({ queryKey: subscriptionQuery.queryKey }),
        queries.invalidateQueries({ queryKey: queryKeys.user }),
      ]);
    },
  });
}
