import { webhookSignatureHeader } from '@tidemark/contract';
import type { Database } from '../../../database/database.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Log } from '../../../platform/log/log.ts';
import { OutboundError } from '../../../platform/outbound/outbound.ts';
import type { WebhookSender } from '../../../platform/outbound/webhook-sender.ts';
import { startPoller } from '../../../platform/poller.ts';
import { DecryptionError, type Vault } from '../../../platform/secrets.ts';
import {
  claimDelivery,
  type ClaimedDelivery,
  disableWebhook,
  settleDelivery,
  toSecretAssociatedData,
} from './queries.ts';
import { nextDelivery } from './rules.ts';
import { signWebhook } from './signature.ts';

interface DeliverDeps {
  db: Database;
  vault: Vault;
  sender: WebhookSender;
  clock: Clock;
  log: Log;
}

/** Posts queued deliveries to webhooks. Returns a function that stops it. */
export function startWebhookWork(
  deps: DeliverDeps,
  { pollSeconds = 5 }: { pollSeconds?: number | undefined } = {},
): () => Promise<void> {
  return startPoller((signal) => deliverDue(deps, signal), {
    intervalMillis: pollSeconds * 1000,
    log: deps.log,
    failureMessage: 'Could not deliver alerts',
  }).stop;
}

async function deliverDue(deps: DeliverDeps, signal: AbortSignal): Promise<void> {
  const lanes = Array.from({ length: 4 }, async () => {
    while (!signal.aborted) {
      const delivery = await claimDelivery(deps.db, deps.clock());
      if (!delivery) return;
      await settle(deps, delivery, await attempt(deps, delivery));
    }
  });
  await Promise.all(lanes);
}

type Result = { status: number } | { problem: string };

async function attempt(
  { vault, sender, clock }: DeliverDeps,
  { user_id: userId, body, webhook }: ClaimedDelivery,
): Promise<Result> {
  if (!webhook) return { problem: 'The webhook was removed' };
  try {
    const secret = vault.decrypt(webhook.secret_encrypted, toSecretAssociatedData(userId));
    const headers = { [webhookSignatureHeader]: signWebhook(body, { secret, now: clock() }) };
    return { status: await sender.send(webhook.url, { body, headers }) };
  } catch (error) {
    if (error instanceof DecryptionError) return { problem: 'The secret cannot be decrypted: create a new one' };
    if (!(error instanceof OutboundError)) throw error;
    return { problem: error.message };
  }
}

async function settle({ db, clock, log }: DeliverDeps, delivery: ClaimedDelivery, result: Result): Promise<void> {
  const status = 'status' in result ? result.status : null;
  if (status !== null && status >= 200 && status < 300) {
    await settleDelivery(db, delivery, { state: 'delivered', status, problem: null });
    return;
  }
  const problem = 'problem' in result ? result.problem : toProblem(result.status);
  const { user_id: userId, kind, attempts, created_at: createdAt, webhook } = delivery;
  log.warn({ userId, deliveryId: delivery.delivery_id, attempts, problem }, 'A webhook was not delivered');
  const next = kind === 'test' ? null : nextDelivery(attempts, { createdAt, now: clock() });
  if (next) {
    await settleDelivery(db, delivery, { state: 'queued', status, problem, next_attempt_at: next });
    return;
  }
  await db.transaction().execute(async (transaction) => {
    const isOurs = await settleDelivery(transaction, delivery, { state: 'failed', status, problem });
    if (isOurs && webhook && kind === 'alerts')
      await disableWebhook(transaction, userId, {
        url: webhook.url,
        reason: `No delivery succeeded for a day. ${problem}.`,
      });
  });
}

function toProblem(status: number): string {
  return status >= 300 && status < 400
    ? `Responded with ${status}; redirects are not followed`
    : `Responded with ${status}`;
}
