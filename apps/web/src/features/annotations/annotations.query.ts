import { type AccountId, listAnnotations } from '@tidemark/contract';
import { queryOptions, skipToken } from '@tanstack/react-query';
import { keepPreviousFigures } from '#web/features/metrics/index.ts';
import { type DayRange, endInstant, startInstant } from '#web/features/periods/index.ts';
import { call } from '#web/platform/call.ts';
import { queryKeys } from '#web/platform/query-keys.ts';
import { viewerTimeZone } from '#web/platform/time-zone.ts';

/** Fetches a range's annotations, account events, and days with posts. */
export function annotationsQuery(accountIds: AccountId[], { from, to }: DayRange) {
  return queryOptions({
    queryKey: [...queryKeys.annotations, { accountIds, from, to, timeZone: viewerTimeZone() }],
    queryFn:
      accountIds.length === 0
        ? skipToken
        : ({ signal }) =>
            call(
              listAnnotations,
              {
                body: {
                  startDate: startInstant(from),
                  endDate: endInstant(to),
                  accountIds,
                  timeZone: viewerTimeZone(),
                },
              },
              signal,
            ),
    placeholderData: keepPreviousFigures(accountIds),
  });
}
