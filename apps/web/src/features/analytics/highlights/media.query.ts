import { type AccountId, getMedia } from '@tidemark/contract';
import { queryOptions, skipToken } from '@tanstack/react-query';
import { call } from '#web/platform/call.ts';
import { queryKeys } from '#web/platform/query-keys.ts';
import { viewerTimeZone } from '#web/platform/time-zone.ts';
import { keepPreviousFigures } from '../keep-previous-data.ts';
import { comparisonBody, endInstant, startInstant } from '../period.ts';
import type { Period } from '../use-period.ts';

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
