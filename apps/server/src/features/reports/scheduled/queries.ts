import type { SendingTimes } from '@tidemark/contract';
import { type Selectable, sql } from 'kysely';
import type { Database, Transaction } from '../../../database/database.ts';
import type { ReportTables } from '../../../database/tables/reports.ts';
import type { Viewer } from '../../../platform/http/route.ts';
import type { Postponement } from '../../../platform/send-due.ts';
import { toSendingTimes } from '../../../platform/sending-times.ts';
import type { ReportRow } from '../queries.ts';

type Row = Selectable<ReportTables['report_schedule']>;

export async function saveReportSchedule(
  db: Database,
  reportId: string,
  { schedule, nextAt }: { schedule: SendingTimes; nextAt: Date },
): Promise<void> {
  const values = {
    cadence: schedule.cadence,
    weekday: schedule.weekday,
    month_day: schedule.monthDay,
    hour: schedule.hour,
    time_zone: schedule.timeZone,
    next_at: nextAt,
    attempts: 0,
    retry_at: null,
  };
  await db
    .insertInto('report_schedule')
    .values({ report_id: reportId, ...values })
    .onConflict((conflict) => conflict.column('report_id').doUpdateSet(values))
    .execute();
}

export async function removeReportSchedule(db: Database, reportId: string): Promise<void> {
  await db.deleteFrom('report_schedule').where('report_id', '=', reportId).execute();
}

/** Returns the schedules for a user's reports, by report. */
export async function findReportSchedules(db: Database, userId: string): Promise<Map<string, Row>> {
  const rows = await db
    .selectFrom('report_schedule')
    .innerJoin('report', 'report.report_id', 'report_schedule.report_id')
    .selectAll('report_schedule')
    .where('user_id', '=', userId)
    .execute();
  return new Map(rows.map((row) => [row.report_id, row]));
}

export interface DueReport {
  report: ReportRow;
  viewer: Pick<Viewer, 'userId' | 'role'>;
  schedule: SendingTimes;
  dueAt: Date;
  attempts: number;
}

/** Lists due reports whose users are not disabled. */
export async function listDueReports(db: Database, now: Date, limit: number): Promise<DueReport[]> {
  const rows = await db
    .selectFrom('report_schedule')
    .innerJoin('report', 'report.report_id', 'report_schedule.report_id')
    .innerJoin('app_user', 'app_user.user_id', 'report.user_id')
    .selectAll('report')
    .select(['cadence', 'weekday', 'month_day', 'hour', 'time_zone', 'next_at', 'attempts', 'app_user.role'])
    .where('disabled_at', 'is', null)
    .where(sql<Date>`coalesce(retry_at, next_at)`, '<=', now)
    .orderBy(sql`coalesce(retry_at, next_at)`)
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    report: row,
    viewer: { userId: row.user_id, role: row.role },
    schedule: toSendingTimes(row),
    dueAt: row.next_at,
    attempts: row.attempts,
  }));
}

type Due = Pick<DueReport, 'report' | 'dueAt'>;

/** Moves on to the next sending; false if another process has, or the user has changed the schedule. */
export async function advanceReport(transaction: Transaction, { report, dueAt }: Due, nextAt: Date): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('report_schedule')
    .set({ next_at: nextAt, attempts: 0, retry_at: null })
    .where('report_id', '=', report.report_id)
    .where('next_at', '=', dueAt)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function postponeReport(
  db: Database,
  { report, dueAt }: Due,
  { until, attempts }: Postponement,
): Promise<void> {
  await db
    .updateTable('report_schedule')
    .set({ retry_at: until, attempts })
    .where('report_id', '=', report.report_id)
    .where('next_at', '=', dueAt)
    .execute();
}
