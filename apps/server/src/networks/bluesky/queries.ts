import type { AccountId } from '@tidemark/contract';
import type { Database } from '../../database/database.ts';

/** Returns the identifier of an account in the network; undefined if it is none of ours. */
export function findBlueskyAccount(db: Database, accountId: AccountId) {
  return db.selectFrom('bluesky_account').selectAll().where('account_id', '=', accountId).executeTakeFirst();
}

/** Lists the newest posts whose first interactions have not been dated. */
export function listUndated(db: Database, accountId: AccountId, limit: number) {
  return db
    .selectFrom('media')
    .select(['media_id', 'published_at', 'likes', 'comments', 'shares'])
    .where('account_id', '=', accountId)
    .where('type_metrics_fetched_at', 'is', null)
    .where('gone_at', 'is', null)
    .orderBy('published_at', 'desc')
    .limit(limit)
    .execute();
}
