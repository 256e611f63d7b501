import { toUtcDay } from '@tidemark/contract';
import { sql } from 'kysely';
import type { Database } from '../../database/database.ts';

const recordIntervalMinutes = 10;

/** Records a user's activity: the day once, and the time at intervals. */
export async function recordActivity(db: Database, userId: string, now: Date): Promise<void> {
  const day = toUtcDay(now);
  const { numUpdatedRows } = await db
    .updateTable('app_user')
    .set({ last_seen_at: now })
    .where('user_id', '=', userId)
    .where(
      sql<boolean>`(last_seen_at is null or last_seen_at < ${new Date(now.getTime() - recordIntervalMinutes * 60_000)}
        or last_seen_at < ${day}::date)`,
    )
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return;
  await db
    .insertInto('user_day')
    .values({ user_id: userId, day })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
