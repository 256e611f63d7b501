import type { MediaAggregate } from '@tidemark/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useShownAccounts } from '#web/features/accounts/index.ts';
import { useFailureToast } from '#web/features/metrics/index.ts';
import { usePeriod } from '#web/features/periods/index.ts';
import { CallError } from '#web/platform/failed-call.ts';
import { aggregateQuery } from './insights.query.ts';
import { useInsightsView } from './use-insights-view.ts';

export interface Insights {
  /** Null while loading and after a failed call. */
  aggregate: MediaAggregate | null;
  loading: boolean;
  refreshing: boolean;
  /** Distinguishes a failed call from values of zero. */
  failed: boolean;
  retry: () => void;
}

/** Loads data for all panels. A failure is only logged, ends the loading, and can be retried. */
export function useInsights(): Insights {
  const period = usePeriod();
  const accountIds = useShownAccounts();
  const [{ picked }, show] = useInsightsView();
  const { data, error, isPending, isFetching, refetch } = useQuery(aggregateQuery(accountIds, period, picked));
  useFailureToast(error, null);

  // Posts from an old link or an account that was turned off no longer exist: they count as no selection.
  const isGone = picked.length > 0 && error instanceof CallError && error.code === 'media_not_found';
  useEffect(() => {
    if (isGone) show({ picked: [] });
  }, [isGone, show]);

  return {
    aggregate: error ? null : (data ?? null),
    loading: isGone || (isPending && !error),
    refreshing: isFetching && !isPending,
    failed: error !== null && !isGone,
    retry: () => void refetch(),
  };
}
