import { dayMillis, type MailKind, type SubscriptionKind } from '@tidemark/contract';
import { sql } from 'kysely';
import type { Database, Transaction } from '../../../database/database.ts';
import { deleteBatch } from '../../../database/delete-batch.ts';
import { toBacklog } from '../../../platform/work/due-rows.ts';
import { leaseMillis, maxFailures, returnMillis } from './rules.ts';

const retentionMillis = 30 * dayMillis;
/** People wait for these. */
const urgentKinds: MailKind[] = ['reset', 'invitation', 'confirmation'];

export interface NewMessage {
  messageId: string;
  kind: MailKind;
  userId: string | null;
  recipientId: string | null;
  address: string;
  dedupKey: string | null;
  contentEncrypted: string;
  createdAt: Date;
  expiresAt: Date;
}

/** Stores a message; false if one with the same deduplication key exists. */
export async function insertMessage(db: Database | Transaction, message: NewMessage): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('mail_message')
    .values({
      message_id: message.messageId,
      kind: message.kind,
      user_id: message.userId,
      recipient_id: message.recipientId,
      address: message.address,
      dedup_key: message.dedupKey,
      content_encrypted: message.contentEncrypted,
      created_at: message.createdAt,
      next_attempt_at: message.createdAt,
      expires_at: message.expiresAt,
    })
    .onConflict((conflict) => conflict.column('dedup_key').doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Claims the next due message; undefined if there is none. */
export function claimMessage(db: Database, now: Date) {
  return db
    .updateTable('mail_message')
    .set({
      state: 'sending',
      attempts: sql`attempts + 1`,
      lease_until: new Date(now.getTime() + leaseMillis),
      begun_at: null,
    })
    .where('message_id', '=', (eb) =>
      eb
        .selectFrom('mail_message')
        .select('message_id')
        .where('state', '=', 'queued')
        .where('next_attempt_at', '<=', now)
        .orderBy(sql`kind = any(${sql.val(urgentKinds)}::text[])`, 'desc')
        .orderBy('next_attempt_at')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .executeTakeFirst();
}

export const messageBacklog = toBacklog({
  table: 'mail_message',
  due: 'next_attempt_at',
  attempts: 'attempts',
  waits: sql`state = 'queued'`,
});

export type ClaimedMessage = NonNullable<Awaited<ReturnType<typeof claimMessage>>>;
type Claim = Pick<ClaimedMessage, 'message_id' | 'attempts'>;

/** Records that the mail server is ready for the message; false if the lease has ended. */
export async function markBegun(db: Database, { message_id, attempts }: Claim, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('mail_message')
    .set({ begun_at: now })
    .where('message_id', '=', message_id)
    .where('attempts', '=', attempts)
    .where('state', '=', 'sending')
    .where('lease_until', '>', now)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Finishes a message. An answer that arrives after the lease ended replaces `unknown`. */
export async function finishMessage(
  db: Database,
  { message_id, attempts }: Claim,
  outcome: { state: 'sent' | 'failed' | 'unknown'; problem: string | null; isRefused?: boolean; now: Date },
): Promise<void> {
  const { state, problem, isRefused = false, now } = outcome;
  await db
    .updateTable('mail_message')
    .set({ state, problem, is_refused: isRefused, finished_at: now, lease_until: null, content_encrypted: null })
    .where('message_id', '=', message_id)
    .where('attempts', '=', attempts)
    .where('state', 'in', ['sending', 'unknown'])
    .execute();
}

export async function postponeMessage(
  db: Database,
  { message_id, attempts }: Claim,
  { until, problem }: { until: Date; problem: string },
): Promise<void> {
  await db
    .updateTable('mail_message')
    .set({ state: 'queued', next_attempt_at: until, problem, lease_until: null, begun_at: null })
    .where('message_id', '=', message_id)
    .where('attempts', '=', attempts)
    .where('state', '=', 'sending')
    .execute();
}

/** Recovers messages from processes that have ended: tried again if nothing had been sent, otherwise unknown. */
export async function recoverMessages(db: Database, now: Date): Promise<void> {
  await db
    .updateTable('mail_message')
    .set({
      state: sql`case when begun_at is null then 'queued' else 'unknown' end`,
      finished_at: sql`case when begun_at is null then null else ${now}::timestamptz end`,
      content_encrypted: sql`case when begun_at is null then content_encrypted end`,
      problem: 'The process ended while it was sending',
      lease_until: null,
      next_attempt_at: now,
    })
    .where('state', '=', 'sending')
    .where('lease_until', '<=', now)
    .execute();
}

/** Marks an accepted message as returned; undefined if it is not known, or was returned before. */
export function markReturned(
  db: Database | Transaction,
  messageId: string,
  { problem, isAboutAddress }: { problem: string; isAboutAddress: boolean },
) {
  return db
    .updateTable('mail_message')
    .set({ state: 'failed', problem, is_refused: !isAboutAddress })
    .where('message_id', '=', messageId)
    .where('state', 'in', ['sent', 'unknown'])
    .returning('recipient_id')
    .executeTakeFirst();
}

/** Records a permanent rejection by a recipient's address, at once or by a returned message. */
export async function countFailure(
  db: Database | Transaction,
  recipientId: string,
  { problem, now, bouncedAt }: { problem: string; now: Date; bouncedAt?: Date },
): Promise<void> {
  await db
    .updateTable('recipient')
    .set({
      failures: sql`failures + 1`,
      last_failure: problem,
      ...(bouncedAt && { bounced_at: bouncedAt }),
      disabled_at: sql`case when failures + 1 >= ${maxFailures} then coalesce(disabled_at, ${now}::timestamptz) end`,
    })
    .where('recipient_id', '=', recipientId)
    .execute();
}

/**
 * Clears failures after the server has accepted a message. If mail was returned before, that says little: then a
 * message must have been accepted since, and not returned for a while.
 */
export async function clearFailures(db: Database, recipientId: string, now: Date): Promise<void> {
  await db
    .updateTable('recipient')
    .set({ failures: 0, last_failure: null, bounced_at: null })
    .where('recipient_id', '=', recipientId)
    .where('failures', '>', 0)
    .where('disabled_at', 'is', null)
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb('bounced_at', 'is', null),
        exists(
          selectFrom('mail_message')
            .select('message_id')
            .whereRef('mail_message.recipient_id', '=', 'recipient.recipient_id')
            .where('state', '=', 'sent')
            .whereRef('finished_at', '>', 'recipient.bounced_at')
            .where('finished_at', '<', new Date(now.getTime() - returnMillis)),
        ),
      ]),
    )
    .execute();
}

/** Returns true if the recipient still has the subscription that a message was queued for. */
export async function isStillSubscribed(db: Database, recipientId: string, kind: SubscriptionKind): Promise<boolean> {
  const row = await db
    .selectFrom('recipient')
    .innerJoin('recipient_subscription', 'recipient_subscription.recipient_id', 'recipient.recipient_id')
    .select('recipient.recipient_id')
    .where('recipient.recipient_id', '=', recipientId)
    .where('kind', '=', kind)
    .where('confirmed_at', 'is not', null)
    .where('disabled_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Counts the messages by kind that an address has been sent since then, for all users together. */
export async function countRecentMessages(
  db: Database | Transaction,
  { address, userId, kind, since }: { address: string; userId: string; kind: MailKind; since: Date },
): Promise<{ byUser: number; total: number }> {
  const { by_user: byUser, total } = await db
    .selectFrom('mail_message')
    .select(({ fn }) => [
      fn.countAll<number>().as('total'),
      fn.countAll<number>().filterWhere('user_id', '=', userId).as('by_user'),
    ])
    .where(sql`lower(address)`, '=', address.toLowerCase())
    .where('kind', '=', kind)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow();
  return { byUser, total };
}

export function deleteOldMessages(db: Database, now: Date): Promise<number> {
  return deleteBatch(
    db,
    'mail_message',
    sql`state in ('sent', 'failed', 'unknown') and created_at < ${new Date(now.getTime() - retentionMillis)}`,
  );
}

const refusalDays = 7;

/** Counts messages in the last week that were refused for their content or their sender, not for their address. */
export async function countRefused(db: Database, now: Date): Promise<number> {
  const { count } = await db
    .selectFrom('mail_message')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('is_refused', '=', true)
    .where('finished_at', '>', new Date(now.getTime() - refusalDays * dayMillis))
    .executeTakeFirstOrThrow();
  return count;
}
