import {
  getAlertWebhook,
  removeAlertWebhook,
  rotateWebhookSecret,
  saveAlertWebhook,
  testAlertWebhook,
} from '@tidemark/contract';
import type { Database } from '../../../database/database.ts';
import { lockUser } from '../../../database/lock-user.ts';
import { ApiError } from '../../../platform/api-error.ts';
import type { Clock } from '../../../platform/clock.ts';
import { toAccessToken } from '../../../platform/http/access-token.ts';
import { route } from '../../../platform/http/route.ts';
import { OutboundError } from '../../../platform/outbound/outbound.ts';
import type { WebhookSender } from '../../../platform/outbound/webhook-sender.ts';
import type { Vault } from '../../../platform/secrets.ts';
import { auditUser, type AuditLog } from '../../audit/index.ts';
import type { AnnounceAccess } from '../../auth/index.ts';
import {
  deleteWebhook,
  findWebhook,
  listDeliveries,
  queueDelivery,
  replaceSecret,
  saveWebhook,
  toSecretAssociatedData,
} from './queries.ts';
import { createWebhookSecret } from './signature.ts';

export interface WebhookRouteDeps {
  db: Database;
  clock: Clock;
  vault: Vault;
  webhookSender: Pick<WebhookSender, 'requireAllowed'>;
  audit: AuditLog;
  announceAccess: AnnounceAccess;
}

interface Change {
  userId: string;
  action: string;
  requestId: string;
  accessToken: string;
}

/** Manages the URL to which the caller's alerts are posted. Its secret leaves the server once, when it is created. */
export function webhookRoutes({ db, clock, vault, webhookSender, audit, announceAccess }: WebhookRouteDeps) {
  function createSecret(userId: string) {
    const secret = createWebhookSecret();
    return { secret, secretEncrypted: vault.encrypt(secret, toSecretAssociatedData(userId)) };
  }

  async function onChanged({ userId, action, accessToken, requestId }: Change): Promise<void> {
    await auditUser(audit, { userId, action, requestId });
    await announceAccess({ userId, action, accessToken });
  }

  async function requireWebhook(userId: string) {
    const webhook = await findWebhook(db, userId);
    if (!webhook) throw new ApiError('not_found');
    return webhook;
  }

  return [
    route(getAlertWebhook, async ({ viewer: { userId } }) => ({
      webhook: await findWebhook(db, userId),
      deliveries: await listDeliveries(db, userId),
    })),

    route(saveAlertWebhook, async ({ viewer: { userId }, body, requestId, reply }) => {
      const url = toAllowed(webhookSender, body.url);
      const { secret, secretEncrypted } = createSecret(userId);
      await db.transaction().execute(async (transaction) => {
        await lockUser(transaction, userId);
        await saveWebhook(transaction, { userId, url, secretEncrypted, now: clock() });
      });
      await onChanged({ userId, action: 'webhook.saved', accessToken: toAccessToken(reply), requestId });
      return { webhook: await requireWebhook(userId), secret };
    }),

    route(rotateWebhookSecret, async ({ viewer: { userId }, requestId, reply }) => {
      const webhook = await requireWebhook(userId);
      const { secret, secretEncrypted } = createSecret(userId);
      await replaceSecret(db, userId, secretEncrypted);
      await onChanged({ userId, action: 'webhook.rotated', accessToken: toAccessToken(reply), requestId });
      return { webhook, secret };
    }),

    route(removeAlertWebhook, async ({ viewer: { userId }, requestId, reply }) => {
      const removed = await db.transaction().execute((transaction) => deleteWebhook(transaction, userId));
      if (!removed) throw new ApiError('not_found');
      await onChanged({ userId, action: 'webhook.removed', accessToken: toAccessToken(reply), requestId });
      return { success: true as const };
    }),

    route(testAlertWebhook, async ({ viewer: { userId } }) => {
      const now = clock();
      const deliveryId = await queueDelivery(db, {
        userId,
        kind: 'test',
        now,
        toBody: (id) => ({ id, type: 'test', createdAt: now.toISOString(), alerts: [] }),
      });
      if (deliveryId === null) throw new ApiError('not_found');
      return { deliveryId };
    }),
  ];
}

function toAllowed(sender: WebhookRouteDeps['webhookSender'], url: string): string {
  try {
    return sender.requireAllowed(url).href;
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    throw new ApiError('webhook_url_not_allowed');
  }
}
