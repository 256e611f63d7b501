import { dayMillis } from '@tidemark/contract';
import { sql } from 'kysely';
import type { Database } from '../../../database/database.ts';

/** Days within which differences may refer to a step's complete answers. */
export const baseDays = 7;
const baseMillis = baseDays * dayMillis;
const atOnce = 1_000;

/** Returns the newest complete answers of a step that a difference may refer to. */
export function findBase(db: Database, accountId: string, { step, at }: { step: string; at: Date }) {
  return db
    .selectFrom('sync_answer')
    .select(['answer_id', 'content'])
    .where('account_id', '=', accountId)
    .where('fetched_at', '>', new Date(at.getTime() - baseMillis))
    .where('step', '=', step)
    .where('base_id', 'is', null)
    .orderBy('fetched_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/**
 * Deletes answers from before an instant: differences first, and complete ones after the last difference that may refer
 * to them.
 */
export async function deleteOldAnswers(db: Database, before: Date): Promise<number> {
  const { numAffectedRows } = await sql`delete from sync_answer
    using (
      select account_id, answer_id from sync_answer
      where fetched_at < ${before} and (base_id is not null or fetched_at < ${new Date(before.getTime() - baseMillis)})
      order by base_id nulls last limit ${atOnce}
    ) as old
    where sync_answer.account_id = old.account_id and sync_answer.answer_id = old.answer_id`.execute(db);
  return Number(numAffectedRows ?? 0);
}
