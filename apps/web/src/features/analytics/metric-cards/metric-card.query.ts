import { type AccountId, type CardMetric, getMetricCard } from '@tidemark/contract';
import { queryOptions, skipToken } from '@tanstack/react-query';
import { call } from '#web/platform/call.ts';
import { queryKeys } from '#web/platform/query-keys.ts';
import { keepPreviousFigures } from '../keep-previous-data.ts';
import { endInstant, startInstant } from '../period.ts';
import type { Period } from '../use-period.ts';

type ComparedRange = Pick<Period, 'from' | 'to' | 'previousFrom' | 'previousTo'>;

export function metricCardQuery(metric: CardMetric, accountIds: AccountId[], period: ComparedRange) {
  const { from, to, previousFrom, previousTo } = period;
  return queryOptions({
    queryKey: queryKeys.analytics('metric-card', { accountIds, metric, from, to, previousFrom, previousTo }),
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
                  pStart: startInstant(previousFrom),
                  pEnd: endInstant(previousTo),
                  accountIds,
                },
              },
              signal,
            ),
    placeholderData: keepPreviousFigures(accountIds),
  });
}
