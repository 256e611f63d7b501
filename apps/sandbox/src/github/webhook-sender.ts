import { createHmac, randomUUID } from 'node:crypto';
import { postEvent } from '../post-event.ts';

const maxDeliveries = 200;

export interface GithubDelivery {
  id: string;
  event: string;
  action: string;
  /** Null without a response. */
  status: number | null;
}

/**
 * Sends signed events to a webhook. Like GitHub, it never repeats a delivery by itself.
 *
 * @see https://docs.github.com/en/webhooks/webhook-events-and-payloads
 */
export function createWebhookSender({ address, secret }: { address: string | null; secret: string }) {
  let deliveries: GithubDelivery[] = [];

  return {
    deliveries: () => deliveries,
    async send(event: string, payload: { action: string } & Record<string, unknown>): Promise<void> {
      if (!address) return;
      const body = JSON.stringify(payload);
      const id = randomUUID();
      const signature = createHmac('sha256', secret).update(body).digest('hex');
      const status = await postEvent(address, {
        headers: {
          'content-type': 'application/json',
          'user-agent': 'GitHub-Hookshot/044aadd',
          'x-github-event': event,
          'x-github-delivery': id,
          'x-hub-signature-256': `sha256=${signature}`,
        },
        body,
      });
      deliveries = [...deliveries, { id, event, action: payload.action, status }].slice(-maxDeliveries);
    },
  };
}
