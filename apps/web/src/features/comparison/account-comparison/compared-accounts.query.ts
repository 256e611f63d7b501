import { type AccountId, compareAccounts } from '@tidemark/contract';
import { queryOptions, skipToken } from '@tanstack/react-query';
import { keepPreviousFigures } from '#web/features/metrics/index.ts';
import { comparisonBody, endInstant, startInstant, type Period } from '#web/features/periods/index.ts';
import { call } from '#web/platform/call.ts';
import { queryKeys } from '#web/platform/query-keys.ts';

export function comparedAccountsQuery(
  accountIds: AccountId[],
  { from, to, previous }: Pick<Period, 'from' | 'to' | 'previous'>,
) {
  return queryOptions({
    queryKey: queryKeys.analytics('compared-accounts', { accountIds, from, to, previous }),
    queryFn:
      accountIds.length === 0
        ? skipToken
        : ({ signal }) =>
            call(
              compareAccounts,
              { body: { cStart: startInstant(from), cEnd: endInstant(to), ...comparisonBody(previous), accountIds } },
              signal,
            ),
    placeholderData: keepPreviousFigures(accountIds),
  });
}
