import { dayMillis } from '@tidemark/contract';
import { sql } from 'kysely';
import type { Database, Transaction } from '../../database/database.ts';
import { deleteBatch } from '../../database/delete-batch.ts';

// Meta redelivers events for at most 36 hours; the rest is for later investigation by ID.
const eventDays = 90;

const before = (now: Date, days: number) => new Date(now.getTime() - days * dayMillis);

export function purgeOldEvents(db: Database, now: Date): Promise<number> {
  return deleteBatch(db, 'webhook_inbox', sql`received_at < ${before(now, eventDays)}`);
}

export function purgeOldPauses(db: Database, now: Date): Promise<number> {
  return deleteBatch(db, 'graph_pause', sql`until < ${before(now, 1)}`);
}

/** Deletes what was requested and paused for an account. */
export async function deleteAccountRequests(transaction: Transaction, accountId: string): Promise<void> {
  await transaction.deleteFrom('window_request').where('account_id', '=', accountId).execute();
  await transaction.deleteFrom('graph_pause').where('scope', '=', accountId).execute();
}
