import { sql } from 'kysely';
import type { Transaction } from '../../../database/database.ts';
import type { FetchedMedia } from './fetched-data.ts';

/** Time after which a missing post has been unlisted on two days. */
const missingMillis = 20 * 3_600_000;

/**
 * Marks posts from a period that the network did not list: as missing at first, and a day later as deleted. Their data
 * stays. `from` is null at the end of all lists, `to` at their beginning.
 */
export async function markUnlisted(
  transaction: Transaction,
  accountId: string,
  listed: FetchedMedia[],
  { from, to, observedAt }: { from: Date | null; to: Date | null; observedAt: Date },
): Promise<void> {
  if (listed.length === 0) return;
  await transaction
    .updateTable('media')
    .set({
      gone_at: sql`case when missing_since < ${new Date(observedAt.getTime() - missingMillis)} then coalesce(gone_at, ${observedAt}) end`,
      missing_since: sql`coalesce(missing_since, ${observedAt})`,
    })
    .where('account_id', '=', accountId)
    .where('product_type', '!=', 'STORY')
    .where('is_collaboration', '=', false)
    .$if(from !== null, (query) => query.where('published_at', '>', from))
    .$if(to !== null, (query) => query.where('published_at', '<', to))
    .where(
      'media_id',
      'not in',
      listed.map(({ id }) => id),
    )
    .execute();
}
