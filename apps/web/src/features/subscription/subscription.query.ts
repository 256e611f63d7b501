import { getSubscription } from '@tidemark/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#web/platform/call.ts';
import { queryKeys } from '#web/platform/query-keys.ts';

/** Nested below the user's key, so that invalidating the user invalidates this as well. */
export const subscriptionQuery = queryOptions({
  queryKey: queryKeys.subscription,
  queryFn: ({ signal }) => call(getSubscription, undefined, signal),
});
