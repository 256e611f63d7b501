import {
  getAlertWebhook,
  removeAlertWebhook,
  rotateWebhookSecret,
  saveAlertWebhook,
  testAlertWebhook,
} from '@tidemark/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '#web/platform/call.ts';
import { getServerMessage } from '#web/platform/failed-call.ts';
import { queryKeys } from '#web/platform/query-keys.ts';
import { notify } from '#web/ui/toaster.tsx';

const pollMillis = 2_000;

export const webhookQuery = queryOptions({
  queryKey: [...queryKeys.alerts, 'webhook'],
  queryFn: ({ signal }) => call(getAlertWebhook, undefined, signal),
  // A test is delivered within seconds.
  refetchInterval: ({ state }) =>
    state.data?.deliveries.some((one) => one.kind === 'test' && one.state === 'queued') ? pollMillis : false,
});

/** `secret` is the newly created one; it cannot be loaded again. */
export function useWebhookActions() {
  const queries = useQueryClient();
  const [secret, setSecret] = useState<string | null>(null);
  const onSettled = () => queries.invalidateQueries({ queryKey: webhookQuery.queryKey });
  const onSuccess = (saved: { secret: string }) => setSecret(saved.secret);
  const toFailure = (message: string) => (error: Error) => notify.error(getServerMessage(error, message));
  const save = useMutation({
    mutationFn: (url: string) => call(saveAlertWebhook, { body: { url } }),
    onSuccess,
    onSettled,
  });
  const rotate = useMutation({
    mutationFn: () => call(rotateWebhookSecret),
    onSuccess,
    onError: toFailure('Could not replace the secret'),
    onSettled,
  });
  const remove = useMutation({
    mutationFn: () => call(removeAlertWebhook),
    onSuccess: () => setSecret(null),
    onError: toFailure('Could not remove the webhook'),
    onSettled,
  });
  const test = useMutation({
    mutationFn: () => call(testAlertWebhook),
    onError: toFailure('Could not send the test'),
    onSettled,
  });
  return { save, rotate, remove, test, secret };
}
