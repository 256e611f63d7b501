import { type AccountId, type AccountMetric, getBreakdown } from '@tidemark/contract';
import { queryOptions, skipToken } from '@tanstack/react-query';
import { keepPreviousFigures } from '#web/features/metrics/index.ts';
import { type DayRange, endInstant, startInstant } from '#web/features/periods/index.ts';
import { call } from '#web/platform/call.ts';
import { queryKeys } from '#web/platform/query-keys.ts';

export function breakdownQuery(metric: AccountMetric, accountIds: AccountId[], { from, to }: DayRange) {
  return queryOptions({
    queryKey: queryKeys.analytics('breakdown', { accountIds, metric, from, to }),
    queryFn:
      accountIds.length === 0
        ? skipToken
        : ({ signal }) =>
            call(
              getBreakdown,
              { params: { metric }, body: { startDate: startInstant(from), endDate: endInstant(to), accountIds } },
              signal,
            ),
    placeholderData: keepPreviousFigures(accountIds),
  });
}
