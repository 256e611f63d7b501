import type { DigestSchedule } from '@tidemark/contract';
import { type Selectable, sql } from 'kysely';
import type { Database, Transaction } from '../../database/database.ts';
import type { DigestTables } from '../../database/tables/digests.ts';
import type { Postponement } from '../../platform/send-due.ts';
import { type Sending, toSendingTimes } from '../../platform/sending-times.ts';

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

export interface DueSchedule {
  userId: string;
  schedule: DigestSchedule;
  dueAt: Date;
  day: string;
  attempts: number;
}

/** Lists due schedules whose users are not disabled. */
export async function listDueSchedules(db: Database, now: Date, limit: number): Promise<DueSchedule[]> {
  const rows = await db
    .selectFrom('digest_schedule')
    .innerJoin('app_user', 'app_user.user_id', 'digest_schedule.user_id')
    .selectAll('digest_schedule')
    .where('disabled_at', 'is', null)
    .where('next_at', 'is not', null)
    .where(sql<Date>`coalesce(retry_at, next_at)`, '<=', now)
    .orderBy(sql`coalesce(retry_at, next_at)`)
    .limit(limit)
    .execute();
  return rows.flatMap((row) =>
    row.next_at && row.next_day
      ? [
          {
            userId: row.user_id,
            schedule: toSchedule(row),
            dueAt: row.next_at,
            day: row.next_day,
            attempts: row.attempts,
          },
        ]
      : [],
  );
}

/** Moves on to the next digest; false if another process has, or the user has changed the schedule. */
export async function advanceSchedule(
  transaction: Transaction,
  { userId, dueAt }: Pick<DueSchedule, 'userId' | 'dueAt'>,
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

export async function postponeSchedule(
  db: Database,
  { userId, dueAt }: Pick<DueSchedule, 'userId' | 'dueAt'>,
  { until, attempts }: Postponement,
): Promise<void> {
  await db
    .updateTable('digest_schedule')
    .set({ retry_at: until, attempts })
    .where('user_id', '=', userId)
    .where('next_at', '=', dueAt)
    .execute();
}

function toSchedule(row: Row): DigestSchedule {
  return { ...toSendingTimes(row), isOn: row.is_on, accountIds: row.account_ids };
}
