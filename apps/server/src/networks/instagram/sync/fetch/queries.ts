import { sql } from 'kysely';
import type { Database } from '../../../../database/database.ts';
import { windowRule } from '../../../../features/sync/index.ts';

export async function findOldestPostDay(db: Database, accountId: string): Promise<string | null> {
  const row = await db
    .selectFrom('media')
    .select(({ fn }) => fn.min('published_day').as('day'))
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row?.day ?? null;
}

/**
 * Returns the time since when Instagram provides insights for media; older media were posted before the account became
 * a business.
 */
export async function findInsightsWatermark(db: Database, accountId: string): Promise<Date | null> {
  const row = await db
    .selectFrom('media')
    .select(({ fn }) => fn.max('published_at').as('at'))
    .where('account_id', '=', accountId)
    .where('insights_refusal', '=', 'before_business_account')
    .executeTakeFirst();
  return row?.at ? new Date(row.at.getTime() + 1) : null;
}

/** Returns a day's followers, with new and lost followers. */
export function findFollowerDay(db: Database, accountId: string, day: string) {
  return db
    .selectFrom('account_day')
    .select(['followers', 'follows', 'unfollows'])
    .where('account_id', '=', accountId)
    .where('day', '=', day)
    .executeTakeFirst();
}

/** Lists fetch times for posts since an instant, or for the given ones of them, including type-specific metrics. */
export function listTypeSpecificFetches(
  db: Database,
  accountId: string,
  { since, mediaIds }: { since: Date; mediaIds?: readonly string[] },
) {
  return db
    .selectFrom('media')
    .select([
      'media_id',
      'product_type',
      'media_type',
      'published_at',
      'insights_refusal',
      'insights_fetched_at',
      'type_metrics_fetched_at',
    ])
    .where('account_id', '=', accountId)
    .$if(mediaIds !== undefined, (some) => some.where('media_id', 'in', mediaIds ?? []))
    .where('product_type', '!=', 'STORY')
    .where('is_collaboration', '=', false)
    .where('gone_at', 'is', null)
    .where('published_at', '>', since)
    .execute();
}

export async function findMediaCount(db: Database, accountId: string): Promise<number | null> {
  const row = await db
    .selectFrom('account')
    .select('media_count')
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row?.media_count ?? null;
}

/** Returns the oldest day since `floor` that was fetched with an old window rule and not fetched again. */
export async function findOldestOutdatedDay(db: Database, accountId: string, floor: string): Promise<string | null> {
  const row = await db
    .selectFrom('account_day')
    .select(({ fn }) => fn.min('day').as('day'))
    .where('account_id', '=', accountId)
    .where('day', '>=', floor)
    .where('window_rule', '=', 1)
    .executeTakeFirst();
  return row?.day ?? null;
}

export function listStoredWindows(db: Database, accountId: string, since: string) {
  return db
    .selectFrom('account_window')
    .select(['end_day', 'days', 'fetched_at'])
    .where('account_id', '=', accountId)
    .where('end_day', '>=', since)
    .where('window_rule', '=', windowRule)
    .execute();
}

/**
 * Returns the last day that was fetched after it had ended, and whether the three days before today were fetched since
 * `since`.
 */
export async function findDayState(
  db: Database,
  accountId: string,
  { today, since }: { today: string; since: Date },
): Promise<{ lastCompleteDay: string | null; revisedToday: boolean }> {
  const row = await db
    .selectFrom('account_day')
    .select(({ fn }) => [fn.max('day').as('last')])
    .select(sql<number>`count(*) filter (where fetched_at >= ${since} and day >= ${today}::date - 3)`.as('revised'))
    .where('account_id', '=', accountId)
    .where('complete', '=', true)
    .where('day', '<', today)
    .executeTakeFirst();
  return { lastCompleteDay: row?.last ?? null, revisedToday: (row?.revised ?? 0) >= 3 };
}
