import {
  getAlertWebhook,
  listApiKeys,
  listRecipients,
  listShares,
  removeAlertWebhook,
  removeRecipient,
  revokeApiKey,
  revokeShare,
} from '@tidemark/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#web/platform/call.ts';
import { plural } from '#web/platform/format.ts';
import { queryKeys } from '#web/platform/query-keys.ts';

interface Access {
  kind: string;
  /** Name such as “3 API keys”. */
  name: string;
  note: string;
  ids: string[];
}

const ends: Record<string, (id: string) => Promise<unknown>> = {
  key: (id) => call(revokeApiKey, { params: { id } }),
  share: (id) => call(revokeShare, { params: { id } }),
  webhook: () => call(removeAlertWebhook),
  recipient: (id) => call(removeRecipient, { params: { id } }),
};

/** Lists ways to reach the user's data without their password. */
export const accessQuery = queryOptions({
  queryKey: queryKeys.signIn.access,
  async queryFn({ signal }): Promise<Access[]> {
    const [{ keys }, { links }, { webhook }, { recipients }] = await Promise.all([
      call(listApiKeys, undefined, signal),
      call(listShares, undefined, signal),
      call(getAlertWebhook, undefined, signal),
      call(listRecipients, undefined, signal),
    ]);
    const found: Access[] = [
      toAccess(
        'key',
        'API key',
        'Programs read your analytics',
        keys.filter((one) => !one.isExpired),
      ),
      toAccess(
        'share',
        'share link',
        'Anyone with the link sees its page',
        links.filter((one) => one.state === 'active'),
      ),
      toAccess('webhook', 'webhook', 'Receives your alerts', webhook ? [{ id: webhook.url }] : []),
      toAccess('recipient', 'recipient', 'Receive digests, alerts and reports by mail', recipients),
    ];
    return found.filter(({ ids }) => ids.length > 0);
  },
  staleTime: 0,
});

function toAccess(kind: string, noun: string, note: string, found: readonly { id: string }[]): Access {
  return { kind, name: `${found.length} ${plural(found.length, noun)}`, note, ids: found.map(({ id }) => id) };
}

/** Ends access individually, so that a failure leaves the rest to be tried again. */
export function useEndAccess(onDone: () => void) {
  const queries = useQueryClient();
  return useMutation({
    async mutationFn(chosen: readonly Access[]) {
      for (const { kind, ids } of chosen) for (const id of ids) await ends[kind]?.(id);
    },
    onSuccess: onDone,
    onSettled: () =>
      Promise.all(
        [queryKeys.signIn.access, queryKeys.apiKeys, queryKeys.shares, queryKeys.alerts, ['mail']].map((queryKey) =>
          queries.invalidateQueries({ queryKey }),
        ),
      ),
  });
}
