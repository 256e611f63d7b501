import { type AccountId, type AccountMetric, getTimeseries, type Timeseries } from '@tidemark/contract';
import { toTimeseries } from '@tidemark/contract/day-columns';
import { queryOptions, skipToken } from '@tanstack/react-query';
import { comparisonBody, endInstant, startInstant, type Period } from '#web/features/periods/index.ts';
import { call } from '#web/platform/call.ts';
import { queryKeys } from '#web/platform/query-keys.ts';
import { keepPreviousFigures } from '../keep-previous-data.ts';

export function timeseriesQuery(
  metric: AccountMetric,
  accountIds: AccountId[],
  { from, to, previous }: Pick<Period, 'from' | 'to' | 'previous'>,
) {
  return queryOptions({
    queryKey: queryKeys.analytics('timeseries', { accountIds, metric, from, to, previous }),
    queryFn:
      accountIds.length === 0
        ? skipToken
        : async ({ signal }): Promise<Timeseries> => {
            const period = { startDate: startInstant(from), endDate: endInstant(to), ...comparisonBody(previous) };
            return toTimeseries(
              await call(getTimeseries, { params: { metric }, body: { ...period, accountIds } }, signal),
            );
          },
    placeholderData: keepPreviousFigures(accountIds),
  });
}
