import { sql } from 'kysely';
import type { Database } from '../../../database/database.ts';
import { deleteBatch } from '../../../database/delete-batch.ts';
import { toHash } from './session-tokens.ts';

const hour = 3_600_000;
/** Ended sessions' rejected tokens have expired by then. */
const retentionMillis = 24 * hour;

/** Returns when an access token was issued to a session that is still open; null for any other token. */
export async function findIssuedAt(db: Database, accessToken: string, now: Date): Promise<Date | null> {
  const row = await db
    .selectFrom('session')
    .select('access_issued_at')
    .where('access_token_hash', '=', toHash(accessToken))
    .where('access_expires_at', '>', now)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return row?.access_issued_at ?? null;
}

/** Deletes sessions that have ended or can no longer be used, in batches. */
export function deleteOldSessions(
  db: Database,
  now: Date,
  { idleHours, maxHours }: { idleHours: number; maxHours: number },
): Promise<number> {
  const before = (millis: number) => new Date(now.getTime() - millis);
  return deleteBatch(
    db,
    'session',
    sql`ended_at < ${before(retentionMillis)} or last_used_at < ${before(idleHours * hour + retentionMillis)}
      or created_at < ${before(maxHours * hour + retentionMillis)}`,
  );
}
