import { sql } from 'kysely';
import type { Issue } from '../../../clients/github/issue.ts';
import type { Database } from '../../../database/database.ts';
import { getRequest, type RequestRow } from '../queries.ts';
import { attemptMillis } from '../rules.ts';

const hour = 3_600_000;

/** Lists requests without an issue yet, and deleted users' issues. */
export async function listDue(db: Database, now: Date): Promise<number[]> {
  const rows = await db
    .selectFrom('feature_request')
    .select('request_id')
    .where(({ or, eb }) => or([eb('issue_number', 'is', null), eb('anonymise_pending', '=', true)]))
    .where('next_attempt_at', '<=', now)
    .orderBy('next_attempt_at')
    .limit(50)
    .execute();
  return rows.map(({ request_id }) => request_id);
}

/** Claims a due request for one attempt; undefined if another process has it. */
export async function claimAttempt(
  db: Database,
  requestId: number,
  { now, repository }: { now: Date; repository: string },
): Promise<RequestRow | undefined> {
  const claimed = await db
    .updateTable('feature_request')
    .set({
      attempts: sql`attempts + 1`,
      next_attempt_at: new Date(now.getTime() + attemptMillis),
      repository: sql`case when issue_number is null then ${repository}::text else repository end`,
    })
    .where('request_id', '=', requestId)
    .where('next_attempt_at', '<=', now)
    .where(({ or, eb }) => or([eb('issue_number', 'is', null), eb('anonymise_pending', '=', true)]))
    .returning('request_id')
    .executeTakeFirst();
  return claimed && getRequest(db, requestId);
}

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
