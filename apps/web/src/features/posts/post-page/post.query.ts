import { type AccountId, getPost, getStoryDay } from '@tidemark/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#web/platform/call.ts';
import { queryKeys } from '#web/platform/query-keys.ts';
import { viewerTimeZone } from '#web/platform/time-zone.ts';

export function postQuery(accountId: AccountId, mediaId: string) {
  return queryOptions({
    queryKey: queryKeys.analytics('post', { accountIds: [accountId], mediaId }),
    queryFn: ({ signal }) => call(getPost, { params: { id: accountId, mediaId } }, signal),
  });
}

export function storyDayQuery(accountId: AccountId, mediaId: string) {
  const timeZone = viewerTimeZone();
  return queryOptions({
    queryKey: queryKeys.analytics('story-day', { accountIds: [accountId], mediaId, timeZone }),
    queryFn: ({ signal }) => call(getStoryDay, { params: { id: accountId, mediaId }, query: { timeZone } }, signal),
  });
}
