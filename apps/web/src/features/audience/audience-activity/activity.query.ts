import { type AccountId, getMediaActivity, getTopFormat } from '@tidemark/contract';
import { queryOptions, skipToken } from '@tanstack/react-query';
import { keepPreviousFigures } from '#web/features/metrics/index.ts';
import { type DayRange, endInstant, startInstant } from '#web/features/periods/index.ts';
import { call } from '#web/platform/call.ts';
import { queryKeys } from '#web/platform/query-keys.ts';
import { viewerTimeZone } from '#web/platform/time-zone.ts';

const toBody = (accountIds: AccountId[], { from, to }: DayRange) => ({
  isoStart: startInstant(from),
  isoEnd: endInstant(to),
  accountIds,
  platform: 'instagram_account' as const,
  timeZone: viewerTimeZone(),
});

export function activityQuery(accountIds: AccountId[], { from, to }: DayRange) {
  return queryOptions({
    queryKey: queryKeys.analytics('activity', { accountIds, from, to }),
    queryFn:
      accountIds.length === 0
        ? skipToken
        : ({ signal }) => call(getMediaActivity, { body: toBody(accountIds, { from, to }) }, signal),
    placeholderData: keepPreviousFigures(accountIds),
  });
}

export function topFormatQuery(accountIds: AccountId[], { from, to }: DayRange) {
  return queryOptions({
    queryKey: queryKeys.analytics('top-format', { accountIds, from, to }),
    queryFn:
      accountIds.length === 0
        ? skipToken
        : ({ signal }) => call(getTopFormat, { body: toBody(accountIds, { from, to }) }, signal),
    placeholderData: keepPreviousFigures(accountIds),
  });
}
