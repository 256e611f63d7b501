import { type Selectable, sql } from 'kysely';
import type { Issue } from '../../../clients/github/issue.ts';
import type { Database } from '../../../database/database.ts';
import type { RoadmapTables } from '../../../database/tables/roadmap.ts';
import { dueRows } from '../../../platform/work/due-rows.ts';
import { attemptMillis } from '../rules.ts';

const hour = 3_600_000;

/** Requests without an issue yet, and deleted users' issues. */
export const pendingRequests = dueRows({
  table: 'feature_request',
  key: 'request_id',
  due: 'next_attempt_at',
  attempts: 'attempts',
  waits: sql`(issue_number is null or anonymise_pending)`,
  claimMillis: attemptMillis,
});

export type ClaimedRequest = Selectable<RoadmapTables['feature_request']>;

export async function postponeAttempt(db: Database, requestId: number, until: Date): Promise<void> {
  await db.updateTable('feature_request').set({ next_attempt_at: until }).where('request_id', '=', requestId).execute();
}

export async function countFiled(db: Database, repository: string, now: Date): Promise<number> {
  const { count } = await db
    .selectFrom('feature_request')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('repository', '=', repository)
    .where('filed_at', '>', new Date(now.getTime() - hour))
    .executeTakeFirstOrThrow();
  return count;
}

/** Marks a request as an issue; earlier local votes are added to GitHub's. */
export async function markFiled(
  db: Database,
  requestId: number,
  filed: { repository: string; issue: Issue; now: Date },
): Promise<void> {
  const { repository, issue, now } = filed;
  await db.transaction().execute(async (transaction) => {
    await transaction
      .updateTable('feature_request')
      .set({ issue_number: issue.number, issue_url: issue.url, filed_at: now, attempts: 0, next_attempt_at: now })
      .where('request_id', '=', requestId)
      .execute();
    await transaction
      .updateTable('upvote')
      .set({ repository, issue_number: issue.number })
      .where('repository', '=', '')
      .where('issue_number', '=', requestId)
      .execute();
  });
}

/** Records where a request is about to be published. */
export async function setRepository(db: Database, requestId: number, repository: string): Promise<void> {
  await db.updateTable('feature_request').set({ repository }).where('request_id', '=', requestId).execute();
}

export async function markAnonymised(db: Database, requestId: number): Promise<void> {
  await db
    .updateTable('feature_request')
    .set({ anonymise_pending: false, attempts: 0 })
    .where('request_id', '=', requestId)
    .execute();
}

export async function deleteRequest(db: Database, requestId: number): Promise<void> {
  await db.deleteFrom('feature_request').where('request_id', '=', requestId).execute();
}
