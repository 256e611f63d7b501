import type { Database } from '../../database/database.ts';

/** Rejects all earlier tokens from now on, so that all users must sign in again. */
export async function endAllSessions(db: Database, endedAt: Date): Promise<void> {
  await db
    .insertInto('session_end')
    .values({ ended_at: endedAt })
    .onConflict((conflict) => conflict.column('session_end_id').doUpdateSet({ ended_at: endedAt }))
    .execute();
  await db
    .updateTable('session')
    .set({
      ended_at: endedAt,
      access_token_encrypted: '',
      refresh_token_encrypted: null,
      id_token_encrypted: null,
    })
    .where('ended_at', 'is', null)
    .execute();
}
