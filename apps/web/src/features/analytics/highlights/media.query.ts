import { type AccountId, getMedia } from '@tidemark/contract';
import { queryOptions, skipToken } from '@tanstack/react-query';
import { call } from '#web/platform/call.ts';
import { queryKeys } from '#web/platform/query-keys.ts';
import { keepPreviousFigures } from '../keep-previous-data.ts';
import { type DayRange, endInstant, startInstant, viewerTimeZone } from '../period.ts';

export function mediaQuery(accountIds: AccountId[], { from, to }: DayRange) {
  return queryOptions({
    queryKey: queryKeys.analytics('media', { accountIds, from, to }),
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
