import { randomUUID } from 'node:crypto';
import { type AlertDelivery, type AlertWebhook, dayMillis, maxListedDeliveries } from '@tidemark/contract';
import { type Selectable, sql } from 'kysely';
import type { Database, Transaction } from '../../../database/database.ts';
import { deleteBatch } from '../../../database/delete-batch.ts';
import type { AlertTables } from '../../../database/tables/alerts.ts';

const retentionMillis = 30 * dayMillis;

export const toSecretAssociatedData = (userId: string) => `alert_webhook|${userId}|secret`;

export async function findWebhook(db: Database | Transaction, userId: string): Promise<AlertWebhook | null> {
  const row = await db.selectFrom('alert_webhook').selectAll().where('user_id', '=', userId).executeTakeFirst();
  if (!row) return null;
  return { url: row.url, createdAt: row.created_at.toISOString(), disabledReason: row.disabled_reason };
}

/** Saves the webhook. Deliveries queued for an earlier URL are not sent to the new one. */
export async function saveWebhook(
  transaction: Transaction,
  { userId, url, secretEncrypted, now }: { userId: string; url: string; secretEncrypted: string; now: Date },
): Promise<void> {
  const values = { url, secret_encrypted: secretEncrypted, created_at: now, disabled_reason: null };
  await deleteQueued(transaction, userId);
  await transaction
    .insertInto('alert_webhook')
    .values({ user_id: userId, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute();
}

export async function replaceSecret(db: Database, userId: string, secretEncrypted: string): Promise<void> {
  await db
    .updateTable('alert_webhook')
    .set({ secret_encrypted: secretEncrypted })
    .where('user_id', '=', userId)
    .execute();
}

export async function deleteWebhook(transaction: Transaction, userId: string): Promise<boolean> {
  await transaction.deleteFrom('alert_delivery').where('user_id', '=', userId).execute();
  const { numDeletedRows } = await transaction
    .deleteFrom('alert_webhook')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

async function deleteQueued(transaction: Transaction, userId: string): Promise<void> {
  await transaction.deleteFrom('alert_delivery').where('user_id', '=', userId).where('state', '=', 'queued').execute();
}

/** Queues a delivery for the user's webhook, unless there is none or it is disabled. */
export async function queueDelivery(
  db: Database | Transaction,
  { userId, kind, now, toBody }: { userId: string; kind: AlertDelivery['kind']; now: Date; toBody(id: string): object },
): Promise<string | null> {
  const webhook = await findWebhook(db, userId);
  if (!webhook || (kind === 'alerts' && webhook.disabledReason !== null)) return null;
  const deliveryId = randomUUID();
  await db
    .insertInto('alert_delivery')
    .values({
      delivery_id: deliveryId,
      user_id: userId,
      kind,
      body: JSON.stringify(toBody(deliveryId)),
      created_at: now,
      next_attempt_at: now,
    })
    .execute();
  return deliveryId;
}

export async function listDeliveries(db: Database, userId: string): Promise<AlertDelivery[]> {
  const rows = await db
    .selectFrom('alert_delivery')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .limit(maxListedDeliveries)
    .execute();
  return rows.map((row) => ({
    id: row.delivery_id,
    kind: row.kind,
    state: row.state,
    attempts: row.attempts,
    createdAt: row.created_at.toISOString(),
    status: row.status,
    problem: row.problem,
  }));
}

export type Delivery = Selectable<AlertTables['alert_delivery']>;

/** Returns where a user's deliveries go; undefined if the webhook was removed. */
export function findTarget(db: Database, userId: string) {
  return db
    .selectFrom('alert_webhook')
    .select(['url', 'secret_encrypted'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

export type WebhookTarget = NonNullable<Awaited<ReturnType<typeof findTarget>>>;

/** Records a delivery's result. Does nothing if another process has claimed it since. */
export async function settleDelivery(
  db: Database | Transaction,
  { delivery_id, attempts }: Pick<Delivery, 'delivery_id' | 'attempts'>,
  result: { state: AlertDelivery['state']; status: number | null; problem: string | null; next_attempt_at?: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('alert_delivery')
    .set(result)
    .where('delivery_id', '=', delivery_id)
    .where('attempts', '=', attempts)
    .where('state', '=', 'queued')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Disables the webhook: nothing more is sent until the user saves it again. */
export async function disableWebhook(
  transaction: Transaction,
  userId: string,
  { url, reason }: { url: string; reason: string },
): Promise<void> {
  await transaction
    .updateTable('alert_webhook')
    .set({ disabled_reason: reason })
    .where('user_id', '=', userId)
    .where('url', '=', url)
    .execute();
  await deleteQueued(transaction, userId);
}

export function deleteOldDeliveries(db: Database, now: Date): Promise<number> {
  return deleteBatch(db, 'alert_delivery', sql`created_at < ${new Date(now.getTime() - retentionMillis)}`);
}
