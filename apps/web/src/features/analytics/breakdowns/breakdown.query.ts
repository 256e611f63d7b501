import { type AccountId, type AccountMetric, getBreakdown } from '@tidemark/contract';
import { queryOptions, skipToken } from '@tanstack/react-query';
import { call } from '#web/platform/call.ts';
import { queryKeys } from '#web/platform/query-keys.ts';
import { keepPreviousFigures } from '../keep-previous-data.ts';
import { type DayRange, endInstant, startInstant } from '../period.ts';

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
