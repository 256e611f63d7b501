import { startCheckout } from '@tidemark/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#web/platform/call.ts';
import { CallError } from '#web/platform/failed-call.ts';
import { userQuery } from '#web/platform/session/user.query.ts';
import { patience } from './use-payment-portal.ts';

export const checkoutFailure = 'Could not open the checkout. Try again in a moment.';

/** Redirects the browser to the checkout page. */
export function useCheckout() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (plan: string) => call(startCheckout, { body: { plan } }, AbortSignal.timeout(patience)),
    onSuccess: ({ url }) => window.location.assign(url),
    onError(failure) {
      // Paid in another tab: the data shown here is outdated.
      if (failure instanceof CallError && failure.code === 'subscription_exists')
        void queries.invalidateQueries({ queryKey: userQuery.queryKey });
    },
  });
}
