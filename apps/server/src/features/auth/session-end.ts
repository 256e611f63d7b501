import type { Database } from '../../database/database.ts';

/** Rejects all earlier tokens from now on, so that everybody must sign in again. */
export async function endAllSessions(db: Database, endedAt: Date): Promise<void> {
  await db
    .insertInto('session_end')
    .values({ ended_at: endedAt })
    .onConflict((conflict) => conflict.column('session_end_id').doUpdateSet({ ended_at: endedAt }))
    .execute();
}
