import { type AccountId, getBestTime, type TimedFormat } from '@tidemark/contract';
import { queryOptions, skipToken } from '@tanstack/react-query';
import { keepPreviousFigures } from '#web/features/metrics/index.ts';
import { call } from '#web/platform/call.ts';
import { queryKeys } from '#web/platform/query-keys.ts';
import { viewerTimeZone } from '#web/platform/time-zone.ts';

export function bestTimeQuery(accountId: AccountId | undefined, format: TimedFormat | null) {
  const accountIds = accountId === undefined ? [] : [accountId];
  return queryOptions({
    queryKey: queryKeys.analytics('best-time', { accountIds, format }),
    queryFn:
      accountId === undefined
        ? skipToken
        : ({ signal }) => call(getBestTime, { body: { accountId, timeZone: viewerTimeZone(), format } }, signal),
    placeholderData: keepPreviousFigures(accountIds),
  });
}
