import { randomUUID } from 'node:crypto';
import type { ReportComment } from '@tidemark/contract';
import type { Database } from '../../database/database.ts';

function selectComments(db: Database) {
  return db
    .selectFrom('report_comment')
    .leftJoin('app_user', 'app_user.user_id', 'report_comment.user_id')
    .select(['comment_id', 'report_comment.user_id', 'name', 'text', 'report_comment.created_at']);
}

function toComment(row: Awaited<ReturnType<typeof listRows>>[number], personId: string): ReportComment {
  return {
    id: row.comment_id,
    author: row.name,
    isOwn: row.user_id === personId,
    text: row.text,
    createdAt: row.created_at.toISOString(),
  };
}

const listRows = (db: Database, reportId: string) =>
  selectComments(db)
    .where('report_id', '=', reportId)
    .orderBy('report_comment.created_at')
    .orderBy('comment_id')
    .execute();

/** Lists what was written about a report, oldest first. */
export async function listComments(db: Database, reportId: string, personId: string): Promise<ReportComment[]> {
  return (await listRows(db, reportId)).map((row) => toComment(row, personId));
}

/** Counts the comments about a workspace's reports, by report. */
export async function countComments(db: Database, userId: string): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('report_comment')
    .innerJoin('report', 'report.report_id', 'report_comment.report_id')
    .select(['report_comment.report_id', ({ fn }) => fn.countAll<number>().as('count')])
    .where('report.user_id', '=', userId)
    .groupBy('report_comment.report_id')
    .execute();
  return new Map(rows.map((row) => [row.report_id, Number(row.count)]));
}

/** Adds a comment; returns undefined at the limit. */
export async function insertComment(
  db: Database,
  { reportId, personId, text, now, max }: { reportId: string; personId: string; text: string; now: Date; max: number },
): Promise<ReportComment | undefined> {
  return db.transaction().execute(async (transaction) => {
    await transaction.selectFrom('report').select('report_id').where('report_id', '=', reportId).forUpdate().execute();
    if ((await listRows(transaction, reportId)).length >= max) return undefined;
    const { comment_id: id } = await transaction
      .insertInto('report_comment')
      .values({ comment_id: randomUUID(), report_id: reportId, user_id: personId, text, created_at: now })
      .returning('comment_id')
      .executeTakeFirstOrThrow();
    const row = await selectComments(transaction).where('comment_id', '=', id).executeTakeFirstOrThrow();
    return toComment(row, personId);
  });
}

/** Deletes a comment about a report, only one of the author if given; returns false if there was none. */
export async function removeComment(
  db: Database,
  { reportId, commentId, authorId }: { reportId: string; commentId: string; authorId: string | null },
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('report_comment')
    .where('comment_id', '=', commentId)
    .where('report_id', '=', reportId)
    .$if(authorId !== null, (query) => query.where('user_id', '=', authorId))
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
