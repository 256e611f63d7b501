import { webhookSignatureHeader } from '@tidemark/contract';
import { sql } from 'kysely';
import type { Database } from '../../../database/database.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Log } from '../../../platform/log/log.ts';
import { OutboundError } from '../../../platform/outbound/outbound.ts';
import type { WebhookSender } from '../../../platform/outbound/webhook-sender.ts';
import { DecryptionError, type Vault } from '../../../platform/secrets.ts';
import { dueRows } from '../../../platform/work/due-rows.ts';
import { defineWork } from '../../../platform/work/work.ts';
import {
  type Delivery,
  disableWebhook,
  findTarget,
  settleDelivery,
  toSecretAssociatedData,
  type WebhookTarget,
} from './queries.ts';
import { leaseMillis, nextDelivery } from './rules.ts';
import { signWebhook } from './signature.ts';

interface DeliverServices {
  db: Database;
  vault: Vault;
  webhookSender: WebhookSender;
  clock: Clock;
  log: Log;
}

export const webhookWork = defineWork({
  name: 'webhooks',
  label: 'Deliver alerts to webhooks',
  remedy: 'Users see their webhook’s responses on Profile → Notifications, and can change it there.',
  everySeconds: 5,
  lanes: 4,
  rows: dueRows({
    table: 'alert_delivery',
    key: 'delivery_id',
    due: 'next_attempt_at',
    attempts: 'attempts',
    waits: sql`state = 'queued'`,
    claimMillis: leaseMillis,
  }),
  toLogFields: ({ delivery_id: deliveryId, user_id: userId }) => ({ deliveryId, userId }),
  prepare: (services: DeliverServices) => async (delivery) => {
    const target = await findTarget(services.db, delivery.user_id);
    await settle(services, delivery, { target, result: await attempt(services, delivery, target) });
  },
});

type Result = { status: number } | { problem: string };

async function attempt(
  { vault, webhookSender, clock }: DeliverServices,
  { user_id: userId, body }: Delivery,
  target: WebhookTarget | undefined,
): Promise<Result> {
  if (!target) return { problem: 'The webhook was removed' };
  try {
    const secret = vault.decrypt(target.secret_encrypted, toSecretAssociatedData(userId));
    const headers = { [webhookSignatureHeader]: signWebhook(body, { secret, now: clock() }) };
    return { status: await webhookSender.send(target.url, { body, headers }) };
  } catch (error) {
    if (error instanceof DecryptionError) return { problem: 'The secret cannot be decrypted: create a new one' };
    if (!(error instanceof OutboundError)) throw error;
    return { problem: error.message };
  }
}

async function settle(
  { db, clock, log }: DeliverServices,
  delivery: Delivery,
  { target, result }: { target: WebhookTarget | undefined; result: Result },
): Promise<void> {
  const status = 'status' in result ? result.status : null;
  if (status !== null && status >= 200 && status < 300) {
    await settleDelivery(db, delivery, { state: 'delivered', status, problem: null });
    return;
  }
  const problem = 'problem' in result ? result.problem : toProblem(result.status);
  const { user_id: userId, kind, attempts, created_at: createdAt } = delivery;
  log.warn({ userId, deliveryId: delivery.delivery_id, attempts, problem }, 'A webhook was not delivered');
  const next = kind === 'test' ? null : nextDelivery(attempts, { createdAt, now: clock() });
  if (next) {
    await settleDelivery(db, delivery, { state: 'queued', status, problem, next_attempt_at: next });
    return;
  }
  await db.transaction().execute(async (transaction) => {
    const isOurs = await settleDelivery(transaction, delivery, { state: 'failed', status, problem });
    if (isOurs && target && kind === 'alerts')
      await disableWebhook(transaction, userId, {
        url: target.url,
        reason: `No delivery succeeded for a day. ${problem}.`,
      });
  });
}

function toProblem(status: number): string {
  return status >= 300 && status < 400
    ? `Responded with ${status}; redirects are not followed`
    : `Responded with ${status}`;
}
