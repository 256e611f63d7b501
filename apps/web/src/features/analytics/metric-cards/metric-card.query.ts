import { type AccountId, type CardMetric, getMetricCard } from '@tidemark/contract';
import { queryOptions, skipToken } from '@tanstack/react-query';
import { call } from '#web/platform/call.ts';
import { queryKeys } from '#web/platform/query-keys.ts';
import { keepPreviousFigures } from '../keep-previous-data.ts';
import { comparisonBody, endInstant, startInstant } from '../period.ts';
import type { Period } from '../use-period.ts';

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
