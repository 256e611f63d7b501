import type { MediaAggregate } from '@tidemark/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useAccounts, useShownAccounts } from '#web/features/accounts/index.ts';
import { CallFailure } from '#web/platform/call.ts';
import { useFailureToast } from '../use-failure-toast.ts';
import { usePeriod } from '../use-period.ts';
import { aggregateQuery } from './insights.query.ts';
import { useInsightsView } from './use-insights-view.ts';

export interface Insights {
  /** Null when there is nothing to show: no account, or a call that failed. */
  aggregate: MediaAggregate | null;
  loading: boolean;
  refreshing: boolean;
}

/** What all panels show. A failure is only logged, and ends the loading. */
export function useInsights(): Insights {
  const period = usePeriod();
  const accountIds = useShownAccounts();
  const accountsPending = useAccounts().isPending;
  const [{ picked }, show] = useInsightsView();
  const { data, error, isPending, isFetching } = useQuery(aggregateQuery(accountIds, period, picked));
  useFailureToast(error, null);

  // An old link, or an account that was turned off: a selection that is not there selects nothing.
  const isGone = picked.length > 0 && error instanceof CallFailure && error.code === 'media_not_found';
  useEffect(() => {
    if (isGone) show({ picked: [] });
  }, [isGone, show]);

  const nobody = accountIds.length === 0;
  return {
    aggregate: error || nobody ? null : (data ?? null),
    loading: isGone || (nobody ? accountsPending : isPending && !error),
    refreshing: isFetching && !isPending,
  };
}
