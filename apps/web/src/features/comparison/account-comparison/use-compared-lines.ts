import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useAccountColors, useAccounts } from '#web/features/accounts/index.ts';
import { rankByDailyMean, timeseriesQuery, toTrendLines } from '#web/features/metrics/index.ts';
import { usePeriod } from '#web/features/periods/index.ts';
import { useComparisonView } from './use-comparison-view.ts';
import { useComparedIds } from './use-compared-accounts.ts';

/** More lines are hard to tell apart; the user can choose more. */
const chosenAtFirst = 5;

/** Returns all compared accounts' lines, largest first, and which are drawn. */
export function useComparedLines() {
  const { accountIds } = useComparedIds();
  const { accounts } = useAccounts();
  const colors = useAccountColors();
  const [view] = useComparisonView();
  const { data, error, isPending, isFetching, refetch } = useQuery(
    timeseriesQuery(view.chart, accountIds, usePeriod()),
  );
  const lines = useMemo(
    () => rankByDailyMean(data ? toTrendLines(data, accounts, colors) : []),
    [data, accounts, colors],
  );
  const wanted = view.lines?.join();
  const chosen = useMemo(() => {
    const known = lines.filter(({ id }) => wanted?.split(',').includes(id));
    return new Set((known.length > 0 ? known : lines.slice(0, chosenAtFirst)).map(({ id }) => id));
  }, [lines, wanted]);
  return { lines, chosen, error, isPending, isFetching, refetch: () => void refetch() };
}
