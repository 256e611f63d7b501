import { type AccountId, getMediaActivity, getTopFormat } from '@tidemark/contract';
import { queryOptions, skipToken } from '@tanstack/react-query';
import { call } from '#web/platform/call.ts';
import { keepFiguresOf } from '../keep-figures.ts';
import { type DayRange, endInstant, startInstant } from '../period.ts';

const bodyOf = (accountIds: AccountId[], { from, to }: DayRange) => ({
  isoStart: startInstant(from),
  isoEnd: endInstant(to),
  accountIds,
  platform: 'instagram_account' as const,
});

export function activityQuery(accountIds: AccountId[], { from, to }: DayRange) {
  return queryOptions({
    queryKey: ['analytics', 'activity', { accountIds, from, to }],
    queryFn:
      accountIds.length === 0
        ? skipToken
        : ({ signal }) => call(getMediaActivity, { body: bodyOf(accountIds, { from, to }) }, signal),
    placeholderData: keepFiguresOf(accountIds),
  });
}

export function topFormatQuery(accountIds: AccountId[], { from, to }: DayRange) {
  return queryOptions({
    queryKey: ['analytics', 'top-format', { accountIds, from, to }],
    queryFn:
      accountIds.length === 0
        ? skipToken
        : ({ signal }) => call(getTopFormat, { body: bodyOf(accountIds, { from, to }) }, signal),
    placeholderData: keepFiguresOf(accountIds),
  });
}
