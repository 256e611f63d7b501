import { type AccountId, getUsualChanges } from '@tidemark/contract';
import { queryOptions, skipToken } from '@tanstack/react-query';
import { type DayRange, endInstant, startInstant } from '#web/features/periods/index.ts';
import { call } from '#web/platform/call.ts';
import { queryKeys } from '#web/platform/query-keys.ts';

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
