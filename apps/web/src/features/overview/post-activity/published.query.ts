import { type AccountId, listMediaOfRange } from '@tidemark/contract';
import { queryOptions, skipToken } from '@tanstack/react-query';
import { keepPreviousFigures } from '#web/features/metrics/index.ts';
import { type DayRange, endInstant, startInstant } from '#web/features/periods/index.ts';
import { call } from '#web/platform/call.ts';
import { queryKeys } from '#web/platform/query-keys.ts';
import { viewerTimeZone } from '#web/platform/time-zone.ts';

export function publishedQuery(accountIds: AccountId[], { from, to }: DayRange) {
  return queryOptions({
    queryKey: queryKeys.analytics('published', { accountIds, from, to }),
    queryFn:
      accountIds.length === 0
        ? skipToken
        : ({ signal }) =>
            call(
              listMediaOfRange,
              {
                body: {
                  isoStart: startInstant(from),
                  isoEnd: endInstant(to),
                  accountIds,
                  timeZone: viewerTimeZone(),
                },
              },
              signal,
            ),
    placeholderData: keepPreviousFigures(accountIds),
  });
}
