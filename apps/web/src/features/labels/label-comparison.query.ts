import { type AccountId, compareLabels, type LabelMetric, listLabelTests } from '@tidemark/contract';
import { queryOptions, skipToken } from '@tanstack/react-query';
import { keepPreviousFigures } from '#web/features/metrics/index.ts';
import { type DayRange, endInstant, startInstant } from '#web/features/periods/index.ts';
import { call } from '#web/platform/call.ts';
import { queryKeys } from '#web/platform/query-keys.ts';
import { viewerTimeZone } from '#web/platform/time-zone.ts';
import { labelQueryNames as names } from './labels.query.ts';

export function labelComparisonQuery(accountIds: AccountId[], { from, to }: DayRange, metric: LabelMetric) {
  return queryOptions({
    queryKey: queryKeys.analytics(names.comparison, { from, to, metric, accountIds }),
    queryFn:
      accountIds.length === 0
        ? skipToken
        : ({ signal }) =>
            call(
              compareLabels,
              {
                body: {
                  accountIds,
                  startDate: startInstant(from),
                  endDate: endInstant(to),
                  timeZone: viewerTimeZone(),
                  metric,
                },
              },
              signal,
            ),
    placeholderData: keepPreviousFigures(accountIds),
  });
}

/** Covers all of the viewer's accounts. */
export function labelTestsQuery(accountIds: AccountId[]) {
  return queryOptions({
    queryKey: queryKeys.analytics(names.tests, { accountIds }),
    queryFn: ({ signal }) => call(listLabelTests, { body: { timeZone: viewerTimeZone() } }, signal),
  });
}
