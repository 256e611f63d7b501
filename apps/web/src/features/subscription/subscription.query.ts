import { getSubscription } from '@tidemark/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#web/platform/call.ts';

/** Below the user's own key: what makes them load anew makes this load anew, too. */
export const subscriptionQuery = queryOptions({
  queryKey: ['user', 'subscription'],
  queryFn: ({ signal }) => call(getSubscription, undefined, signal),
});
