import { type AccountId, getUsualChanges } from '@tidemark/contract';
import { queryOptions, skipToken } from '@tanstack/react-query';
import { call } from '#web/platform/call.ts';
import { queryKeys } from '#web/platform/query-keys.ts';
import { type DayRange, endInstant, startInstant } from '../period.ts';

export function usualChangesQuery(accountIds: AccountId[], { from, to }: DayRange) {
  return queryOptions({
    queryKey: queryKeys.analytics('usual-changes', { accountIds, from, to }),
    queryFn:
      accountIds.length === 0
        ? skipToken
        : ({ signal }) =>
            call(
              getUsualChanges,
              { body: { startDate: startInstant(from), endDate: endInstant(to), accountIds } },
              signal,
            ),
  });
}
