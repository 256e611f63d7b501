import { type AccountId, type CardMetric, getMetricCard } from '@tidemark/contract';
import { queryOptions, skipToken } from '@tanstack/react-query';
import { keepPreviousFigures } from '#web/features/metrics/index.ts';
import { comparisonBody, endInstant, startInstant, type Period } from '#web/features/periods/index.ts';
import { call } from '#web/platform/call.ts';
import { queryKeys } from '#web/platform/query-keys.ts';

type ComparedRange = Pick<Period, 'from' | 'to' | 'previous'>;

export function metricCardQuery(metric: CardMetric, accountIds: AccountId[], period: ComparedRange) {
  const { from, to, previous } = period;
  return queryOptions({
    queryKey: queryKeys.analytics('metric-card', { accountIds, metric, from, to, previous }),
    queryFn:
      accountIds.length === 0
        ? skipToken
        : ({ signal }) =>
            call(
              getMetricCard,
              {
                params: { metric },
                body: {
                  cStart: startInstant(from),
                  cEnd: endInstant(to),
                  ...comparisonBody(previous),
                  accountIds,
                },
              },
              signal,
            ),
    placeholderData: keepPreviousFigures(accountIds),
  });
}
