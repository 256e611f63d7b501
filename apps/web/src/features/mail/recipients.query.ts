import {
  addRecipient,
  listRecipients,
  removeRecipient,
  sendConfirmation,
  setSubscriptions,
  type Recipient,
} from '@tidemark/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#web/platform/call.ts';
import { getServerMessage } from '#web/platform/failed-call.ts';
import { notify } from '#web/ui/toaster.tsx';

const queryKey = ['mail', 'recipients'];

export const recipientsQuery = queryOptions({
  queryKey: queryKey,
  queryFn: ({ signal }) => call(listRecipients, undefined, signal),
});

export function useAddRecipient() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (address: string) => call(addRecipient, { body: { address, subscriptions: ['digest'] } }),
    onSuccess: ({ address, state }) =>
      notify.success(state === 'confirmed' ? `${address} was added` : `A confirmation link was sent to ${address}`),
    onSettled: () => queries.invalidateQueries({ queryKey: queryKey }),
  });
}

export function useRecipientActions() {
  const queries = useQueryClient();
  const settle = () => queries.invalidateQueries({ queryKey: queryKey });
  const remove = useMutation({
    mutationFn: ({ id }: Recipient) => call(removeRecipient, { params: { id } }),
    onSuccess: (_, { address }) => notify.success(`${address} was removed`),
    onError: (error) => notify.error(getServerMessage(error, 'Could not remove the address')),
    onSettled: settle,
  });
  const confirm = useMutation({
    mutationFn: async ({ id, state, subscriptions }: Recipient) => {
      if (state !== 'confirmed' && subscriptions.length === 0)
        await call(setSubscriptions, { params: { id }, body: { subscriptions: ['digest'] } });
      return call(sendConfirmation, { params: { id } });
    },
    onSuccess: ({ address }) => notify.success(`A confirmation link was sent to ${address}`),
    onError: (error) => notify.error(getServerMessage(error, 'Could not send the confirmation link')),
    onSettled: settle,
  });
  const subscribe = useMutation({
    mutationFn: ({ id, subscriptions }: Pick<Recipient, 'id' | 'subscriptions'>) =>
      call(setSubscriptions, { params: { id }, body: { subscriptions } }),
    onError: (error) => notify.error(getServerMessage(error, 'Could not change the subscription')),
    onSettled: settle,
  });
  return { remove, confirm, subscribe };
}
