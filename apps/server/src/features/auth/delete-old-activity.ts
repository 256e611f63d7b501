import { dayMillis } from '@tidemark/contract';
import { sql } from 'kysely';
import { deleteBatch } from '../../database/delete-batch.ts';
import type { Database } from '../../database/database.ts';

const retentionDays = 400;

/** Deletes activity days in batches after retention ends. */
export function deleteOldActivity(db: Database, now: Date): Promise<number> {
  return deleteBatch(db, 'user_day', sql`day < ${new Date(now.getTime() - retentionDays * dayMillis)}::date`);
}
