import { refreshSubscription } from '@tidemark/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useLocation, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { call } from '#web/platform/call.ts';
import { userQuery } from '#web/platform/session/user.query.ts';
import { notify } from '#web/ui/toaster.tsx';
import { subscriptionQuery } from './subscription.query.ts';

/** Stands in the address of somebody who comes back from the payment provider. */
export const paymentReturn = 'payment';

/** Reads the subscription again for somebody who comes back from the payment provider, and tidies the address. */
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
      // The provider's own event, or the daily reading, brings it as well.
      .catch((failure: unknown) => console.warn('The subscription cannot be read again', failure));
  }, [came, history, pathname, queries]);
}
