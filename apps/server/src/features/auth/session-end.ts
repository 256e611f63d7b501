import type { Database } from '../../database/database.ts';

/** From now on nothing opens that was given out before: everybody signs in again. */
export async function endAllSessions(db: Database, endedAt: Date): Promise<void> {
  await db
    .insertInto('session_end')
    .values({ ended_at: endedAt })
    .onConflict((conflict) => conflict.column('session_end_id').doUpdateSet({ ended_at: endedAt }))
    .execute();
}
