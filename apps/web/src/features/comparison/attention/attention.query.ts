import { type AccountId, getAccountAttention } from '@tidemark/contract';
import { queryOptions, skipToken } from '@tanstack/react-query';
import { keepPreviousFigures } from '#web/features/metrics/index.ts';
import { comparisonBody, endInstant, startInstant, type Period } from '#web/features/periods/index.ts';
import { call } from '#web/platform/call.ts';
import { queryKeys } from '#web/platform/query-keys.ts';

export function attentionQuery(
  accountIds: AccountId[],
  { from, to, previous }: Pick<Period, 'from' | 'to' | 'previous'>,
) {
  return queryOptions({
    queryKey: queryKeys.analytics('attention', { accountIds, from, to, previous }),
    queryFn:
      accountIds.length === 0
        ? skipToken
        : ({ signal }) =>
            call(
              getAccountAttention,
              { body: { cStart: startInstant(from), cEnd: endInstant(to), ...comparisonBody(previous), accountIds } },
              signal,
            ),
    placeholderData: keepPreviousFigures(accountIds),
  });
}
