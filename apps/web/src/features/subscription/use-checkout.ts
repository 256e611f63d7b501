import { startCheckout } from '@tidemark/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, CallFailure } from '#web/platform/call.ts';
import { userQuery } from '#web/platform/session/user.query.ts';
import { patience } from './use-payment-portal.ts';

/** Sends the browser to the page on which a plan is paid for. */
export function useCheckout() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (plan: string) => call(startCheckout, { body: { plan } }, AbortSignal.timeout(patience)),
    onSuccess: ({ url }) => window.location.assign(url),
    onError(failure) {
      // Paid for in another tab: what is shown here is old.
      if (failure instanceof CallFailure && failure.code === 'subscription_exists')
        void queries.invalidateQueries({ queryKey: userQuery.queryKey });
    },
  });
}
