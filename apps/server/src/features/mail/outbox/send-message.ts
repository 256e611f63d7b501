import { type MailKind, type SubscriptionKind, subscriptionKinds } from '@tidemark/contract';
import type { MailClient } from '../../../clients/mail/mail.ts';
import { MailError } from '../../../clients/mail/mail-error.ts';
import type { Database } from '../../../database/database.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Log } from '../../../platform/log/log.ts';
import { DecryptionError } from '../../../platform/secrets.ts';
import type { Outbox, StoredMail } from './outbox.ts';
import {
  clearFailures,
  countFailure,
  finishMessage,
  isStillSubscribed,
  markBegun,
  postponeMessage,
  type ClaimedMessage,
} from './queries.ts';
import { nextAttempt } from './rules.ts';
import { findStatusCode, isAboutAddress } from '../bounces/status-code.ts';

export interface SendingDeps {
  db: Database;
  client: MailClient;
  outbox: Outbox;
  clock: Clock;
  log: Log;
}

/** Thrown when another process already has the message. */
class LeaseEndedError extends Error {}

/** Sends a claimed message, and records the outcome. */
export async function sendMessage(deps: SendingDeps, message: ClaimedMessage): Promise<void> {
  const { db, client, clock, log } = deps;
  const { message_id: messageId, kind, attempts, recipient_id: recipientId } = message;
  const fail = (problem: string) => finishMessage(db, message, { state: 'failed', problem, now: clock() });
  if (message.expires_at <= clock()) return fail(message.problem ?? 'It could not be sent in time');
  if (isSubscription(kind) && !(recipientId !== null && (await isStillSubscribed(db, recipientId, kind))))
    return fail('The recipient has unsubscribed');
  const content = openContent(deps, message);
  if (!content) return fail('The encryption key of its content is missing');
  try {
    await client.send(
      {
        ...content,
        id: messageId,
        date: message.created_at,
        to: message.address,
        attachments: content.attachments.map((one) => ({ ...one, content: Buffer.from(one.content, 'base64') })),
      },
      {
        async onBegin() {
          if (!(await markBegun(db, message, clock()))) throw new LeaseEndedError();
        },
      },
    );
  } catch (error) {
    if (error instanceof LeaseEndedError) return;
    if (!(error instanceof MailError)) throw error;
    log.warn({ err: error, messageId, kind, attempts, problem: error.problem }, 'Could not send a message');
    return settleFailure(deps, message, error);
  }
  await finishMessage(db, message, { state: 'sent', problem: null, now: clock() });
  if (recipientId !== null) await clearFailures(db, recipientId, clock());
}

function isSubscription(kind: MailKind): kind is SubscriptionKind {
  return subscriptionKinds.some((one) => one === kind);
}

async function settleFailure({ db, clock }: SendingDeps, message: ClaimedMessage, error: MailError): Promise<void> {
  const now = clock();
  const problem = error.message;
  if (error.problem === 'unknown') return finishMessage(db, message, { state: 'unknown', problem, now });
  if (error.problem === 'rejected') {
    const isRefused = !isAboutAddress(findStatusCode(problem));
    if (message.recipient_id !== null && !isRefused) await countFailure(db, message.recipient_id, { problem, now });
    return finishMessage(db, message, { state: 'failed', problem, isRefused, now });
  }
  const until = nextAttempt(message.attempts, now, message.expires_at);
  if (until === null) return finishMessage(db, message, { state: 'failed', problem, now });
  return postponeMessage(db, message, { until, problem });
}

function openContent({ outbox, log }: SendingDeps, message: ClaimedMessage): StoredMail | null {
  try {
    return outbox.open(message.message_id, message.content_encrypted ?? '');
  } catch (error) {
    if (!(error instanceof DecryptionError)) throw error;
    log.error({ err: error, messageId: message.message_id }, 'Could not decrypt a message');
    return null;
  }
}
