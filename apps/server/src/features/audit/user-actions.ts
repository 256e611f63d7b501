import { dayMillis, toUtcDay } from '@tidemark/contract';
import { sql } from 'kysely';
import { deleteBatch } from '../../database/delete-batch.ts';
import type { Database } from '../../database/database.ts';
import { writeAuditEntry, type AuditLog } from './audit-log.ts';

const retentionDays = 400;

/** Records a user's action on their own data as an audit entry. */
export async function auditUser(
  audit: AuditLog,
  { userId, action, change = {}, requestId }: { userId: string; action: string; change?: object; requestId: string },
): Promise<void> {
  await writeAuditEntry(audit, { actorId: userId, action, target: `user:${userId}`, change, requestId, ip: null });
}

/**
 * Records users' actions on their own data: as an audit entry once a day and then as a counter, so that users cannot
 * flood the log.
 */
export async function recordUserAction(
  audit: AuditLog,
  { userId, action, requestId, at }: { userId: string; action: string; requestId: string; at: Date },
): Promise<void> {
  const { times } = await audit.db
    .insertInto('user_action_day')
    .values({ user_id: userId, action, day: toUtcDay(at) })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'action', 'day']).doUpdateSet({ times: sql`user_action_day.times + 1` }),
    )
    .returning('times')
    .executeTakeFirstOrThrow();
  if (times > 1) return;
  await auditUser(audit, { userId, action, requestId });
}

export function deleteOldUserActions(db: Database, now: Date): Promise<number> {
  return deleteBatch(db, 'user_action_day', sql`day < ${new Date(now.getTime() - retentionDays * dayMillis)}::date`);
}
