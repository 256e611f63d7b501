import { checkFeatures, type FeatureName } from '@tidemark/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#web/platform/call.ts';
import { queryKeys } from '#web/platform/query-keys.ts';

/** Fetches which of the named features the user has; route guards depend on it. */
export function featuresQuery(features: readonly FeatureName[]) {
  return queryOptions({
    queryKey: queryKeys.features.of(features),
    queryFn: ({ signal }) => call(checkFeatures, { query: { features: features.join(',') } }, signal),
  });
}
