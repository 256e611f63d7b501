import { sql } from 'kysely';
import type { Transaction } from '../../../database/database.ts';

/** Makes an account due, with its days, its posts, and the metrics of the named posts, however recently fetched. */
export async function orderAgain(
  transaction: Transaction,
  accountId: string,
  { posts, now }: { posts: readonly string[]; now: Date },
): Promise<void> {
  if (posts.length > 0)
    await transaction
      .updateTable('media')
      .set({ insights_fetched_at: null, type_metrics_fetched_at: null })
      .where('account_id', '=', accountId)
      .where('media_id', 'in', posts)
      .execute();
  await transaction
    .updateTable('sync_state')
    .set({
      sync_requested: true,
      next_sync_at: now,
      part_synced_at: sql`part_synced_at - '{days,media,older_media}'::text[]`,
    })
    .where('account_id', '=', accountId)
    .execute();
}
