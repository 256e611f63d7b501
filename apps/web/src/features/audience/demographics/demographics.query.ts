import { type AccountId, getLatestMetric } from '@tidemark/contract';
import { queryOptions, skipToken } from '@tanstack/react-query';
import { keepPreviousFigures } from '#web/features/metrics/index.ts';
import { type DayRange, endInstant, startInstant } from '#web/features/periods/index.ts';
import { call } from '#web/platform/call.ts';
import { queryKeys } from '#web/platform/query-keys.ts';

export function demographicsQuery(accountIds: AccountId[], { from, to }: DayRange) {
  return queryOptions({
    queryKey: queryKeys.analytics('demographics', { accountIds, from, to }),
    queryFn:
      accountIds.length === 0
        ? skipToken
        : ({ signal }) =>
            call(
              getLatestMetric,
              {
                body: {
                  isoStart: startInstant(from),
                  isoEnd: endInstant(to),
                  accountIds,
                  platform: 'instagram_account',
                  metric: 'follower_demographics',
                },
              },
              signal,
            ),
    placeholderData: keepPreviousFigures(accountIds),
  });
}
