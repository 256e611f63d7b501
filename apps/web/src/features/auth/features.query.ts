import { checkFeatures, type FeatureName } from '@tidemark/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#web/platform/call.ts';

/** Which of the named features the user has; route guards depend on it. */
export function featuresQuery(features: readonly FeatureName[]) {
  return queryOptions({
    queryKey: ['features', ...features],
    queryFn: ({ signal }) => call(checkFeatures, { query: { features: features.join(',') } }, signal),
  });
}
