import { dayMillis } from '@tidemark/contract';
import { sql } from 'kysely';
import { handledEvents, type PaymentEvent } from '../../clients/payment-provider/payment-event.ts';
import type { Database } from '../../database/database.ts';
import { deleteBatch } from '../../database/delete-batch.ts';

const given: readonly string[] = handledEvents;
// Reached after about eight hours; then the daily sync has to find the change.
export const maxAttempts = 12;

/** Stores a relevant event once; returns false if it is irrelevant or a duplicate. */
export async function storeEvent(db: Database, { id, type, customerId }: PaymentEvent, now: Date): Promise<boolean> {
  if (!given.includes(type) || !customerId) return false;
  const inserted = await db
    .insertInto('payment_event')
    .values({ event_id: id, type, customer_id: customerId, received_at: now, next_attempt_at: now })
    .onConflict((conflict) => conflict.column('event_id').doNothing())
    .returning('event_id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Finishes an event, and those of its customer that were received before the customer was fetched. */
export async function markDone(
  db: Database,
  { eventId, customerId, startedAt, now }: { eventId: string; customerId: string | null; startedAt: Date; now: Date },
): Promise<void> {
  await db
    .updateTable('payment_event')
    .set({ processed_at: now, last_error: null })
    .where('processed_at', 'is', null)
    .where(({ or, and, eb }) =>
      or([eb('event_id', '=', eventId), and([eb('customer_id', '=', customerId), eb('received_at', '<', startedAt)])]),
    )
    .execute();
}

const retentionDays = 90;

export function deleteOldEvents(db: Database, now: Date): Promise<number> {
  return deleteBatch(db, 'payment_event', sql`received_at < ${new Date(now.getTime() - retentionDays * dayMillis)}`);
}
