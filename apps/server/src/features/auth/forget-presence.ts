import { sql } from 'kysely';
import { deleteBatch } from '../../database/delete-batch.ts';
import type { Database } from '../../database/database.ts';

const keptDays = 400;

/** Forgets on which days people were there, some at a time, once nobody compares them any more. */
export function forgetOldPresence(db: Database, now: Date): Promise<number> {
  return deleteBatch(db, 'user_day', sql`day < ${new Date(now.getTime() - keptDays * 86_400_000)}::date`);
}
