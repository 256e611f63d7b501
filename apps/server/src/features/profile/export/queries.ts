import type { AccountId } from '@tidemark/contract';
import { sql } from 'kysely';
import type { Database } from '../../../database/database.ts';

export function findIdentity(db: Database, userId: string) {
  return db
    .selectFrom('app_user')
    .select(['issuer', 'subject', 'name', 'email', 'picture', 'role', 'created_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

export function findSubscription(db: Database, userId: string) {
  return db
    .selectFrom('subscription')
    .select(['plan_id', 'status', 'current_period_end', 'cancel_at', 'updated_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

/** The business login without its token. */
export function findBusinessLogin(db: Database, userId: string) {
  return db
    .selectFrom('meta_connection')
    .select(['meta_user_id', 'name', 'picture', 'account_type', 'client_business_id', 'scopes'])
    .select(['connected_at', 'expires_at', 'data_access_expires_at', 'broken_at', 'broken_reason'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

export function listListed(db: Database, userId: string) {
  return db
    .selectFrom('connection_account')
    .select(['account_id', 'username', 'name', 'followers_count', 'follows_count', 'media_count', 'seen_at'])
    .where('user_id', '=', userId)
    .orderBy('account_id')
    .execute();
}

export async function listLinked(db: Database, userId: string) {
  const refs = await db
    .selectFrom('account_ref')
    .select(['account_id', 'linked_at'])
    .where('user_id', '=', userId)
    .orderBy('linked_at')
    .execute();
  if (refs.length === 0) return [];
  const accounts = await db
    .selectFrom('account')
    .select(['account_id', 'username', 'name'])
    .select(['followers_count', 'follows_count', 'media_count', 'earliest_day'])
    .where(
      'account_id',
      'in',
      refs.map((ref) => ref.account_id),
    )
    .execute();
  const byId = new Map(accounts.map((account) => [account.account_id, account]));
  return refs.flatMap(({ account_id, linked_at }) => {
    const account = byId.get(account_id);
    return account ? [{ ...account, linked_at }] : [];
  });
}

/** What was done with the user, by operators and by themselves; what an operator did with others is not theirs. */
export function listAuditEntries(db: Database, userId: string) {
  return db
    .selectFrom('audit_entry')
    .select(['at', 'action', 'change'])
    .where('target', '=', `user:${userId}`)
    .orderBy('at')
    .execute();
}

export function listFeatureRequests(db: Database, userId: string) {
  return db
    .selectFrom('feature_request')
    .select(['title', 'description', 'requested_at', 'issue_number', 'issue_url'])
    .where('user_id', '=', userId)
    .orderBy('request_id')
    .execute();
}

export function listUpvotes(db: Database, userId: string) {
  return db
    .selectFrom('upvote')
    .select(['issue_number', 'voted_at'])
    .where('user_id', '=', userId)
    .orderBy('voted_at')
    .execute();
}

const daysAtOnce = 100;

async function daysOf(db: Database, table: 'account_day' | 'media_day', accountId: AccountId): Promise<string[]> {
  const rows = await db
    .selectFrom(table)
    .select('day')
    .distinct()
    .where('account_id', '=', accountId)
    .orderBy('day')
    .execute();
  return rows.map((row) => row.day);
}

/** The figures of an account by day, a piece at a time. */
export async function* readDays(db: Database, table: 'account_day' | 'media_day', accountId: AccountId) {
  const days = await daysOf(db, table, accountId);
  for (let at = 0; at < days.length; at += daysAtOnce)
    yield* await db
      .selectFrom(table)
      .selectAll()
      .where('account_id', '=', accountId)
      .where('day', 'in', days.slice(at, at + daysAtOnce))
      .orderBy('day')
      .execute();
}

export async function* readMedia(db: Database, accountId: AccountId) {
  const pageSize = 1_000;
  for (let after = '', size = pageSize; size === pageSize;) {
    const rows = await db
      .selectFrom('media')
      .select(['media_id', 'product_type', 'media_type', 'caption', 'permalink', 'published_at', 'hashtags'])
      .select(['reach', 'views', 'likes', 'comments', 'saved', 'shares', 'interactions', 'follows', 'profile_visits'])
      .select(['replies', 'reposts', 'average_watch_ms', 'total_watch_ms', 'observed_at'])
      .where('account_id', '=', accountId)
      .where('media_id', '>', after)
      .orderBy('media_id')
      .limit(pageSize)
      .execute();
    yield* rows;
    size = rows.length;
    after = rows.at(-1)?.media_id ?? after;
  }
}

export async function* readDemographics(db: Database, accountId: AccountId) {
  const { rows } = await sql<{
    account_id: string;
    audience: string;
    day: string;
    dimension: string;
    key: string;
    value: number;
  }>`
    select demographics.account_id, demographics.audience, demographics.day, dimension.key as dimension, cell.key, cell.value::int
    from demographics
    join demographics as held on held.account_id = demographics.account_id and held.audience = demographics.audience
      and held.day = coalesce(demographics.same_as, demographics.day)
    cross join jsonb_each(held.cells) as dimension cross join jsonb_each_text(dimension.value) as cell
    where demographics.account_id = ${accountId}
    order by demographics.day, demographics.audience, dimension.key, cell.key`.execute(db);
  yield* rows;
}

export async function* readWindows(db: Database, accountId: AccountId) {
  yield* await db
    .selectFrom('account_window')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('end_day')
    .orderBy('days')
    .execute();
}
