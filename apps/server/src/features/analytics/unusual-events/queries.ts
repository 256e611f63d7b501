import type { Database } from '../../../database/database.ts';
import type { AccountScope } from '../../accounts/index.ts';
import type { Period } from '../formulas/period.ts';

/** Lists stored days, marking days that Instagram has not closed. */
export function listHistoryDays(db: Database, scope: AccountScope, { from, to }: Period) {
  return db
    .selectFrom('account_day')
    .select(['day', 'complete', 'views', 'reach', 'interactions', 'followers'])
    .where('account_id', 'in', scope.accountIds)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .execute();
}

/** Returns the most followers stored before a day; 0 if none are. */
export async function findMostFollowers(db: Database, scope: AccountScope, day: string): Promise<number> {
  const { most } = await db
    .selectFrom('account_day')
    .select(({ fn }) => fn.max('followers').as('most'))
    .where('account_id', 'in', scope.accountIds)
    .where('day', '<', day)
    .executeTakeFirstOrThrow();
  return most ?? 0;
}

/** Lists the latest posts, without stories and posts by other accounts. */
export function listLatestPosts(db: Database, scope: AccountScope, limit: number) {
  return db
    .selectFrom('media')
    .select(['media_id', 'product_type', 'media_type', 'caption', 'published_at', 'observed_at'])
    .select(['insights_fetched_at', 'is_collaboration', 'views', 'reach', 'interactions'])
    .where('account_id', 'in', scope.accountIds)
    .where('product_type', '<>', 'STORY')
    .where('is_collaboration', '=', false)
    .where('insights_refusal', 'is', null)
    .orderBy('published_at', 'desc')
    .orderBy('media_id', 'desc')
    .limit(limit)
    .execute();
}
