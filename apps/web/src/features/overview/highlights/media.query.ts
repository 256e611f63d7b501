import { type AccountId, getMedia } from '@tidemark/contract';
import { queryOptions, skipToken } from '@tanstack/react-query';
import { keepPreviousFigures } from '#web/features/metrics/index.ts';
import { comparisonBody, endInstant, startInstant, type Period } from '#web/features/periods/index.ts';
import { call } from '#web/platform/call.ts';
import { queryKeys } from '#web/platform/query-keys.ts';
import { viewerTimeZone } from '#web/platform/time-zone.ts';

export function mediaQuery(accountIds: AccountId[], { from, to, previous }: Pick<Period, 'from' | 'to' | 'previous'>) {
  return queryOptions({
    queryKey: queryKeys.analytics('media', { accountIds, from, to, previous }),
    queryFn:
      accountIds.length === 0
        ? skipToken
        : ({ signal }) =>
            call(
              getMedia,
              {
                body: {
                  isoStart: startInstant(from),
                  isoEnd: endInstant(to),
                  ...comparisonBody(previous),
                  platform: 'instagram_media',
                  accountIds,
                  filterMode: 'combined',
                  timeZone: viewerTimeZone(),
                },
              },
              signal,
            ),
    placeholderData: keepPreviousFigures(accountIds),
  });
}
