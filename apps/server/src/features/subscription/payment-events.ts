import { dayMillis } from '@tidemark/contract';
import { sql } from 'kysely';
import { handledEvents, type PaymentEvent } from '../../clients/payment-provider/payment-event.ts';
import type { Database } from '../../database/database.ts';

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

/** Claims pending events; the claims expire at `until`. */
export function takeEvents(db: Database, { now, until, most }: { now: Date; until: Date; most: number }) {
  return db
    .updateTable('payment_event')
    .set({ next_attempt_at: until })
    .where('event_id', 'in', (part) =>
      part
        .selectFrom('payment_event')
        .select('event_id')
        .where('processed_at', 'is', null)
        .where('failures', '<', maxAttempts)
        .where('next_attempt_at', '<=', now)
        .orderBy('received_at')
        .limit(most)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['event_id', 'customer_id', 'failures'])
    .execute();
}

export async function markDone(db: Database, eventIds: string[], now: Date): Promise<void> {
  await db
    .updateTable('payment_event')
    .set({ processed_at: now, last_error: null })
    .where('event_id', 'in', eventIds)
    .execute();
}

export async function markFailed(
  db: Database,
  eventIds: string[],
  { next, problem }: { next: Date; problem: string },
): Promise<void> {
  await db
    .updateTable('payment_event')
    .set({ failures: sql`failures + 1`, next_attempt_at: next, last_error: problem.slice(0, 500) })
    .where('event_id', 'in', eventIds)
    .execute();
}

const retentionDays = 90;

export async function deleteOldEvents(db: Database, now: Date): Promise<void> {
  await db
    .deleteFrom('payment_event')
    .where('received_at', '<', new Date(now.getTime() - retentionDays * dayMillis))
    .execute();
}
