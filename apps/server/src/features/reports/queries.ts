import { randomUUID } from 'node:crypto';
import type { OwnReportChoice } from '@tidemark/contract';
import { type Selectable, sql } from 'kysely';
import type { Database, Transaction } from '../../database/database.ts';
import { lockUser } from '../../database/lock-user.ts';
import type { ReportTables } from '../../database/tables/reports.ts';

export type ReportRow = Selectable<ReportTables['report']>;

/** Lists reports, last changed first. */
export function listReportRows(db: Database, userId: string): Promise<ReportRow[]> {
  return db
    .selectFrom('report')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('changed_at', 'desc')
    .orderBy('report_id')
    .execute();
}

interface OwnReport {
  userId: string;
  id: string;
}

export function findReport(db: Database, { userId, id }: OwnReport): Promise<ReportRow | undefined> {
  return db
    .selectFrom('report')
    .selectAll()
    .where('report_id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

/** Returns those of these reports that the user has: others were deleted since they were chosen. */
export async function keepReports(db: Database, userId: string, ids: readonly string[]): Promise<string[]> {
  const rows = await listReportRows(db, userId);
  return rows.map((row) => row.report_id).filter((id) => ids.includes(id));
}

const toColumns = ({ accountIds, ...choice }: OwnReportChoice) => ({
  account_ids: accountIds,
  choice: JSON.stringify(choice),
});

/** Stores a report; returns undefined at the limit. */
export function insertReport(
  db: Database,
  choice: OwnReportChoice,
  { userId, now, max }: { userId: string; now: Date; max: number },
): Promise<ReportRow | undefined> {
  return db.transaction().execute(async (transaction) => {
    await lockUser(transaction, userId);
    const { count } = await transaction
      .selectFrom('report')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow();
    if (count >= max) return undefined;
    return transaction
      .insertInto('report')
      .values({ report_id: randomUUID(), user_id: userId, ...toColumns(choice), created_at: now, changed_at: now })
      .returningAll()
      .executeTakeFirstOrThrow();
  });
}

/** Replaces a report; returns undefined if the user has no such report. */
export function replaceReport(
  db: Database,
  { userId, id }: OwnReport,
  { choice, now }: { choice: OwnReportChoice; now: Date },
): Promise<ReportRow | undefined> {
  return db
    .updateTable('report')
    .set({ ...toColumns(choice), changed_at: now })
    .where('report_id', '=', id)
    .where('user_id', '=', userId)
    .returningAll()
    .executeTakeFirst();
}

export async function removeReport(db: Database, { userId, id }: OwnReport): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('report')
    .where('report_id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Removes an account from all reports, which stay, even without any account. */
export async function removeAccountFromReports(transaction: Transaction, accountId: string): Promise<void> {
  await transaction
    .updateTable('report')
    .set({ account_ids: sql<string[]>`array_remove(account_ids, ${accountId})` })
    .where(sql<boolean>`account_ids @> array[${accountId}]::text[]`)
    .execute();
}

/** Finds the file with our copy of a post's picture. */
export async function findThumbnailFile(
  db: Database,
  { accountId, mediaId }: { accountId: string; mediaId: string },
): Promise<string | null> {
  const row = await db
    .selectFrom('media_thumbnail')
    .select('file')
    .where('account_id', '=', accountId)
    .where('media_id', '=', mediaId)
    .executeTakeFirst();
  return row?.file ?? null;
}
