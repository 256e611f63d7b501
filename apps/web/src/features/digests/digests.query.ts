import {
  type DigestSchedule,
  getDigestSchedule,
  previewDigest,
  type Recipient,
  saveDigestSchedule,
  sendTestDigest,
} from '@tidemark/contract';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#web/platform/call.ts';
import { getServerMessage } from '#web/platform/failed-call.ts';
import { viewerTimeZone } from '#web/platform/time-zone.ts';
import { notify } from '#web/ui/toaster.tsx';

export const scheduleQuery = queryOptions({
  queryKey: ['mail', 'digest'],
  queryFn: ({ signal }) => call(getDigestSchedule, { query: { timeZone: viewerTimeZone() } }, signal),
});

export const previewQuery = (schedule: DigestSchedule, back: number) =>
  queryOptions({
    queryKey: ['mail', 'preview', schedule, back],
    queryFn: ({ signal }) => call(previewDigest, { body: { schedule, back } }, signal),
    placeholderData: keepPreviousData,
  });

export function useSaveSchedule() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: DigestSchedule) => call(saveDigestSchedule, { body }),
    onSuccess: (saved) => queries.setQueryData(scheduleQuery.queryKey, saved),
    onError: (error) => notify.error(getServerMessage(error, 'Could not save the digest. Try again in a moment.')),
  });
}

export function useSendTest(schedule: DigestSchedule) {
  return useMutation({
    mutationFn: ({ id }: Recipient) => call(sendTestDigest, { body: { schedule, recipientId: id } }),
    onSuccess: (_, { address }) => notify.success(`A test is on its way to ${address}`),
    onError: (error) => notify.error(getServerMessage(error, 'Could not send the test')),
  });
}
