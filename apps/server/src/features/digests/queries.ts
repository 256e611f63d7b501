import type { DigestSchedule } from '@tidemark/contract';
import { type Selectable, sql } from 'kysely';
import type { Database, Transaction } from '../../database/database.ts';
import type { DigestTables } from '../../database/tables/digests.ts';
import { findNextSending, type Sending, toSendingTimes } from '../../platform/sending-times.ts';
import { scheduledRows } from '../../platform/work/sendings.ts';

type Row = Selectable<DigestTables['digest_schedule']>;

export interface SavedSchedule {
  schedule: DigestSchedule;
  nextAt: Date | null;
}

export async function findSchedule(db: Database, userId: string): Promise<SavedSchedule | null> {
  const row = await db.selectFrom('digest_schedule').selectAll().where('user_id', '=', userId).executeTakeFirst();
  return row ? { schedule: toSchedule(row), nextAt: row.next_at } : null;
}

export async function saveSchedule(
  db: Database,
  userId: string,
  { schedule, next }: { schedule: DigestSchedule; next: Sending | null },
): Promise<void> {
  const values = {
    is_on: schedule.isOn,
    cadence: schedule.cadence,
    weekday: schedule.weekday,
    month_day: schedule.monthDay,
    hour: schedule.hour,
    time_zone: schedule.timeZone,
    account_ids: schedule.accountIds,
    next_at: next?.at ?? null,
    next_day: next?.day ?? null,
    attempts: 0,
    retry_at: null,
  };
  await db
    .insertInto('digest_schedule')
    .values({ user_id: userId, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute();
}

/** Schedules of users who are not disabled. */
export const digestRows = scheduledRows({
  table: 'digest_schedule',
  key: 'user_id',
  waits: sql`next_at is not null and exists (
    select from app_user where app_user.user_id = digest_schedule.user_id and disabled_at is null)`,
  skip: (transaction, row, now) => advanceSchedule(transaction, row, findNextSending(toSendingTimes(row), now)),
});

export type DueDigest = Row;

/** Moves on to the next digest; false if another process has, or the user has changed the schedule. */
export async function advanceSchedule(
  transaction: Transaction,
  { user_id: userId, next_at: dueAt }: Pick<DueDigest, 'user_id' | 'next_at'>,
  next: Sending,
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('digest_schedule')
    .set({ next_at: next.at, next_day: next.day, attempts: 0, retry_at: null })
    .where('user_id', '=', userId)
    .where('next_at', '=', dueAt)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export function toSchedule(row: Row): DigestSchedule {
  return { ...toSendingTimes(row), isOn: row.is_on, accountIds: row.account_ids };
}
