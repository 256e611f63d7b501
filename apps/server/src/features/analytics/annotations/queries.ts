import type { AccountEvent, Annotation, AnnotationFields } from '@tidemark/contract';
import { sql } from 'kysely';
import type { Database, Transaction } from '../../../database/database.ts';
import { lockUser } from '../../../database/lock-user.ts';
import type { AccountScope } from '../../accounts/index.ts';
import type { Period } from '../formulas/period.ts';
import { publishedWithin } from '../published-within.ts';

const annotationColumns = [
  'annotation_id as id',
  'account_id as accountId',
  'first_day as firstDay',
  'last_day as lastDay',
  'text',
  'color',
] as const;

/** Lists the user's annotations in a period about all accounts, or about an account in the scope. */
export function listUserAnnotations(
  db: Database,
  { accountIds }: AccountScope,
  { userId, period }: { userId: string; period: Period },
): Promise<Annotation[]> {
  return db
    .selectFrom('annotation')
    .select(annotationColumns)
    .where('user_id', '=', userId)
    .where('first_day', '<=', period.to)
    .where('last_day', '>=', period.from)
    .where(({ or, eb }) => or([eb('account_id', 'is', null), eb('account_id', 'in', accountIds)]))
    .orderBy('first_day')
    .orderBy('created_at')
    .execute();
}

const toColumns = ({ accountId, firstDay, lastDay, text, color }: AnnotationFields) => ({
  account_id: accountId,
  first_day: firstDay,
  last_day: lastDay,
  text,
  color,
});

/** Stores an annotation; returns undefined at the limit. */
export async function insertAnnotation(
  db: Database,
  fields: AnnotationFields,
  { userId, now, max }: { userId: string; now: Date; max: number },
): Promise<Annotation | undefined> {
  return db.transaction().execute(async (transaction) => {
    await lockUser(transaction, userId);
    const { count } = await transaction
      .selectFrom('annotation')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow();
    if (count >= max) return undefined;
    return transaction
      .insertInto('annotation')
      .values({ user_id: userId, ...toColumns(fields), created_at: now })
      .returning(annotationColumns)
      .executeTakeFirstOrThrow();
  });
}

interface OwnAnnotation {
  userId: string;
  id: string;
}

/** Replaces an annotation; returns undefined if the user has no such annotation. */
export function replaceAnnotation(
  db: Database,
  { userId, id }: OwnAnnotation,
  fields: AnnotationFields,
): Promise<Annotation | undefined> {
  return db
    .updateTable('annotation')
    .set(toColumns(fields))
    .where('annotation_id', '=', id)
    .where('user_id', '=', userId)
    .returning(annotationColumns)
    .executeTakeFirst();
}

/** Deletes an annotation; returns whether the user had it. */
export async function removeAnnotation(db: Database, { userId, id }: OwnAnnotation): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('annotation')
    .where('annotation_id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Deletes an account's annotations once no user has linked it. */
export async function deleteAccountAnnotations(transaction: Transaction, accountId: string): Promise<void> {
  await transaction.deleteFrom('annotation').where('account_id', '=', accountId).execute();
}

interface ZonedPeriod {
  period: Period;
  zone: string;
}

interface Span {
  kind: AccountEvent['kind'];
  accountId: string | null;
  from: Date;
  /** Null for an instantaneous event. */
  to: Date | null;
}

/** Lists gaps in the accounts' days and stories. */
export async function listGaps(
  db: Database,
  { accountIds }: AccountScope,
  { start, end }: { start: Date; end: Date },
): Promise<Span[]> {
  const rows = await db
    .selectFrom('sync_gap')
    .select(['account_id', 'kind', 'from_at', 'to_at'])
    .where('account_id', 'in', accountIds)
    .where('kind', 'in', ['days', 'stories'])
    .where('from_at', '<', end)
    .where('to_at', '>', start)
    .execute();
  return rows.map((row) => ({
    kind: row.kind === 'days' ? 'days_missing' : 'stories_missing',
    accountId: row.account_id,
    from: row.from_at,
    to: row.to_at,
  }));
}

/** Lists when the user linked each account, lost access to it, and connected the current login. */
export async function listLoginEvents(db: Database, { accountIds }: AccountScope, userId: string): Promise<Span[]> {
  const [links, login] = await Promise.all([
    db
      .selectFrom('account_ref')
      .select(['account_id', 'linked_at', 'access_lost_at'])
      .where('user_id', '=', userId)
      .where('account_id', 'in', accountIds)
      .execute(),
    db.selectFrom('meta_connection').select('connected_at').where('user_id', '=', userId).executeTakeFirst(),
  ]);
  const events: Span[] = links.flatMap(({ account_id: accountId, linked_at, access_lost_at }) => [
    { kind: 'linked', accountId, from: linked_at, to: null },
    ...(access_lost_at ? [{ kind: 'access_lost' as const, accountId, from: access_lost_at, to: null }] : []),
  ]);
  if (login) events.push({ kind: 'login_connected', accountId: null, from: login.connected_at, to: null });
  return events;
}

/** Counts posts published on each day that has any, without stories. */
export async function listPublishedDays(
  db: Database,
  { accountIds }: AccountScope,
  { period, zone }: ZonedPeriod,
): Promise<{ day: string; posts: number }[]> {
  const { rows } = await sql<{ day: string; posts: number }>`
    select to_char(published_at at time zone ${zone}, 'YYYY-MM-DD') as day, count(*)::int as posts
    from media where account_id = any(${sql.val(accountIds)}::text[]) and product_type <> 'STORY'
      and ${publishedWithin(period, zone)}
    group by 1 order by 1`.execute(db);
  return rows;
}
