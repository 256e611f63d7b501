import { type AccountId, getPost } from '@tidemark/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#web/platform/call.ts';
import { queryKeys } from '#web/platform/query-keys.ts';

export function postQuery(accountId: AccountId, mediaId: string) {
  return queryOptions({
    queryKey: queryKeys.analytics('post', { accountIds: [accountId], mediaId }),
    queryFn: ({ signal }) => call(getPost, { params: { id: accountId, mediaId } }, signal),
  });
}
