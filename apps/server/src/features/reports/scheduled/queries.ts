import type { SendingTimes } from '@tidemark/contract';
import { type Selectable, sql } from 'kysely';
import type { Database, Transaction } from '../../../database/database.ts';
import type { ReportTables } from '../../../database/tables/reports.ts';
import type { Viewer } from '../../../platform/http/route.ts';
import { findNextSending, toSendingTimes } from '../../../platform/sending-times.ts';
import { scheduledRows } from '../../../platform/work/sendings.ts';
import type { ReportRow } from '../queries.ts';

export type DueReport = Selectable<ReportTables['report_schedule']>;
type Row = DueReport;

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

/** Schedules of reports whose users are not disabled. */
export const reportRows = scheduledRows({
  table: 'report_schedule',
  key: 'report_id',
  waits: sql`exists (
    select from report join app_user on app_user.user_id = report.user_id
    where report.report_id = report_schedule.report_id and disabled_at is null)`,
  skip: (transaction, row, now) => advanceReport(transaction, row, findNextSending(toSendingTimes(row), now).at),
});

export interface ScheduledReport {
  report: ReportRow;
  viewer: Pick<Viewer, 'userId' | 'role'>;
}

/** Returns a schedule's report; undefined if it was deleted meanwhile. */
export async function findScheduledReport(db: Database, reportId: string): Promise<ScheduledReport | undefined> {
  const row = await db
    .selectFrom('report')
    .innerJoin('app_user', 'app_user.user_id', 'report.user_id')
    .selectAll('report')
    .select('app_user.role')
    .where('report_id', '=', reportId)
    .executeTakeFirst();
  return row && { report: row, viewer: { userId: row.user_id, role: row.role } };
}

/** Moves on to the next sending; false if another process has, or the user has changed the schedule. */
export async function advanceReport(
  transaction: Transaction,
  { report_id: reportId, next_at: dueAt }: Pick<Row, 'report_id' | 'next_at'>,
  nextAt: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('report_schedule')
    .set({ next_at: nextAt, attempts: 0, retry_at: null })
    .where('report_id', '=', reportId)
    .where('next_at', '=', dueAt)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
