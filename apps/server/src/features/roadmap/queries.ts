import { sql } from 'kysely';
import type { Database } from '../../database/database.ts';
import { lockUser } from '../../database/lock-user.ts';

const hour = 3_600_000;
const maxShown = 1_000;

/** Returns the roadmap permissions in the user's plan. */
export function findAccess(db: Database, userId: string) {
  return db
    .selectFrom('app_user')
    .leftJoin('subscription', 'subscription.user_id', 'app_user.user_id')
    .leftJoin('plan', 'plan.plan_id', 'subscription.plan_id')
    .select(['subscription.status', 'plan.roadmap_view as view', 'plan.roadmap_add as add'])
    .where('app_user.user_id', '=', userId)
    .executeTakeFirst();
}

/** Stores a request; returns undefined at the hourly limit. */
export async function insertRequest(
  db: Database,
  request: { userId: string; title: string; description: string; repository: string | null },
  { now, maxPerHour }: { now: Date; maxPerHour: number },
): Promise<number | undefined> {
  return db.transaction().execute(async (transaction) => {
    await lockUser(transaction, request.userId);
    const { count } = await transaction
      .selectFrom('feature_request')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('user_id', '=', request.userId)
      .where('requested_at', '>', new Date(now.getTime() - hour))
      .executeTakeFirstOrThrow();
    if (count >= maxPerHour) return undefined;
    const { request_id } = await transaction
      .insertInto('feature_request')
      .values({
        user_id: request.userId,
        title: request.title,
        description: request.description,
        repository: request.repository,
        requested_at: now,
        next_attempt_at: now,
      })
      .returning('request_id')
      .executeTakeFirstOrThrow();
    return request_id;
  });
}

function requestsWithNames(db: Database) {
  return db
    .selectFrom('feature_request')
    .leftJoin('app_user', 'app_user.user_id', 'feature_request.user_id')
    .selectAll('feature_request')
    .select('app_user.name');
}

export function getRequest(db: Database, requestId: number) {
  return requestsWithNames(db).where('request_id', '=', requestId).executeTakeFirstOrThrow();
}

export type RequestRow = Awaited<ReturnType<typeof getRequest>>;

/** Lists requests stored only here, newest first. */
export function listLocalRequests(db: Database): Promise<RequestRow[]> {
  return requestsWithNames(db).where('repository', 'is', null).orderBy('request_id', 'desc').limit(maxShown).execute();
}

/** Lists our rows for listed issues, recently created issues, and the viewer's own pending requests. */
export function listUserRequests(
  db: Database,
  { repository, numbers, since, viewerId }: { repository: string; numbers: number[]; since: Date; viewerId: string },
): Promise<RequestRow[]> {
  return requestsWithNames(db)
    .where(({ or, and, eb }) =>
      or([
        and([eb('repository', '=', repository), eb('issue_number', '=', sql<number>`any(${numbers}::bigint[])`)]),
        and([eb('repository', '=', repository), eb('filed_at', '>', since)]),
        and([eb('issue_number', 'is', null), eb('feature_request.user_id', '=', viewerId)]),
      ]),
    )
    .orderBy('request_id', 'desc')
    .execute();
}

export async function countUpvotes(db: Database, repository: string): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('upvote')
    .select(({ fn }) => ['issue_number', fn.countAll<number>().as('count')])
    .where('repository', '=', repository)
    .groupBy('issue_number')
    .execute();
  return new Map(rows.map(({ issue_number, count }) => [issue_number, count]));
}

export async function listUserUpvotes(db: Database, repository: string, userId: string): Promise<number[]> {
  const rows = await db
    .selectFrom('upvote')
    .select('issue_number')
    .where('repository', '=', repository)
    .where('user_id', '=', userId)
    .orderBy('issue_number')
    .execute();
  return rows.map(({ issue_number }) => issue_number);
}

/** Removes the user's vote if there is one, otherwise adds it. */
export async function toggleVote(
  db: Database,
  vote: { repository: string; issueNumber: number; userId: string; now: Date },
): Promise<{ action: 'added' | 'removed'; upvotes: number }> {
  return db.transaction().execute(async (transaction) => {
    const { numDeletedRows } = await transaction
      .deleteFrom('upvote')
      .where('repository', '=', vote.repository)
      .where('issue_number', '=', vote.issueNumber)
      .where('user_id', '=', vote.userId)
      .executeTakeFirst();
    const isAdded = numDeletedRows === 0n;
    if (isAdded)
      await transaction
        .insertInto('upvote')
        .values({
          repository: vote.repository,
          issue_number: vote.issueNumber,
          user_id: vote.userId,
          voted_at: vote.now,
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    const { count } = await transaction
      .selectFrom('upvote')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('repository', '=', vote.repository)
      .where('issue_number', '=', vote.issueNumber)
      .executeTakeFirstOrThrow();
    return { action: isAdded ? 'added' : 'removed', upvotes: count };
  });
}

/** Removes the user from their requests; names in issues, or possible issues, are removed later. */
export async function anonymiseUserRequests(db: Database, userId: string): Promise<void> {
  await db
    .updateTable('feature_request')
    .set({ user_id: null, anonymise_pending: sql`repository is not null` })
    .where('user_id', '=', userId)
    .execute();
}
