import {
  type AccountId,
  aggregateMedia,
  type FilterMode,
  getMedia,
  getOpportunities,
  mediaMetricNames,
} from '@tidemark/contract';
import { infiniteQueryOptions, queryOptions, skipToken } from '@tanstack/react-query';
import { keepPreviousFigures } from '#web/features/metrics/index.ts';
import {
  comparisonBody,
  type Day,
  type DayRange,
  endInstant,
  startInstant,
  type Period,
} from '#web/features/periods/index.ts';
import { call } from '#web/platform/call.ts';
import { queryKeys } from '#web/platform/query-keys.ts';
import { viewerTimeZone } from '#web/platform/time-zone.ts';

/** Fetches deltas in the range for the selected media; for all media if none is selected. */
export function aggregateQuery(
  accountIds: AccountId[],
  { from, to, previous }: Pick<Period, 'from' | 'to' | 'previous'>,
  picked: readonly string[],
) {
  const mediaIds = picked.length > 0 ? [...picked] : null;
  return queryOptions({
    queryKey: queryKeys.analytics('media-aggregate', { accountIds, from, to, previous, mediaIds }),
    queryFn:
      accountIds.length === 0
        ? skipToken
        : ({ signal }) =>
            call(
              aggregateMedia,
              {
                body: {
                  startDate: startInstant(from),
                  endDate: endInstant(to),
                  ...comparisonBody(previous),
                  accountIds,
                  mediaIds,
                  metricNames: [...mediaMetricNames],
                  timeZone: viewerTimeZone(),
                },
              },
              signal,
            ),
    placeholderData: keepPreviousFigures(accountIds),
  });
}

export function opportunitiesQuery(accountIds: AccountId[], to: Day, picked: readonly string[]) {
  const mediaIds = picked.length > 0 ? [...picked] : null;
  return queryOptions({
    queryKey: queryKeys.analytics('opportunities', { accountIds, to, mediaIds }),
    queryFn:
      accountIds.length === 0
        ? skipToken
        : ({ signal }) =>
            call(
              getOpportunities,
              { body: { endDate: endInstant(to), accountIds, mediaIds, timeZone: viewerTimeZone() } },
              signal,
            ),
    placeholderData: keepPreviousFigures(accountIds),
  });
}

/** Fetches the strip's media, page by page. */
export function stripQuery(accountIds: AccountId[], { from, to }: DayRange, filterMode: FilterMode) {
  return infiniteQueryOptions({
    queryKey: queryKeys.analytics('strip', { accountIds, from, to, filterMode }),
    initialPageParam: 0,
    queryFn:
      accountIds.length === 0
        ? skipToken
        : ({ signal, pageParam }) =>
            call(
              getMedia,
              {
                body: {
                  isoStart: startInstant(from),
                  isoEnd: endInstant(to),
                  platform: 'instagram_media',
                  accountIds,
                  filterMode,
                  timeZone: viewerTimeZone(),
                  page: pageParam,
                },
              },
              signal,
            ),
    getNextPageParam: (last, pages) => {
      const reported = pages.reduce((sum, { media }) => sum + media.length, 0);
      return last.media.length > 0 && reported < last.total ? pages.length : undefined;
    },
    placeholderData: keepPreviousFigures(accountIds),
  });
}
