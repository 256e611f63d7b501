import { refreshSubscription } from '@tidemark/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useLocation, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { call } from '#web/platform/call.ts';
import { userQuery } from '#web/platform/session/user.query.ts';
import { notify } from '#web/ui/toaster.tsx';
import { subscriptionQuery } from './subscription.query.ts';

/** URL parameter set on return from the payment provider. */
export const paymentReturn = 'payment';

/** Refreshes the subscription on return from the payment provider, and cleans up the URL. */
export function usePaymentReturn() {
  const { history } = useRouter();
  const queries = useQueryClient();
  const { pathname, searchStr } = useLocation();
  const came = new URLSearchParams(searchStr).get(paymentReturn);

  useEffect(() => {
    if (!came) return;
    history.replace(pathname);
    call(refreshSubscription, { body: {} })
      .then((subscription) => {
        queries.setQueryData(subscriptionQuery.queryKey, subscription);
        if (came === 'done' && subscription.status === 'active') notify.success('Thank you! Your plan is active.');
        return queries.invalidateQueries({ queryKey: userQuery.queryKey });
      })
      // The provider's event or the daily sync will update it otherwise.
      .catch((failure: unknown) => console.warn('Could not refresh the subscription', failure));
  }, [came, history, pathname, queries]);
}
