import type { Database } from '../../../database/database.ts';
import type { Difference } from './rules.ts';
import { markOutdated, orderAgain } from '../../../features/sync/index.ts';

/**
 * Marks differences to be fetched again: the account becomes due, and its next sync replaces the days and windows that
 * differ. Returns the number of days, windows, posts and series. Audience snapshots are replaced by their next regular
 * fetch, which also moves series to their days.
 */
export async function orderRepair(
  db: Database,
  accountId: string,
  differences: readonly Difference[],
  now: Date,
): Promise<number> {
  const days = new Set(differences.flatMap(({ what, where }) => (what === 'day' ? [where] : [])));
  const windows = new Map(differences.flatMap(({ where, window }) => (window ? [[where, window] as const] : [])));
  const posts = new Set(differences.flatMap(({ what, where }) => (what === 'post' ? [where] : [])));
  const repairs = days.size + windows.size + posts.size + differences.filter(({ what }) => what === 'series').length;
  if (repairs === 0) return 0;
  await db.transaction().execute(async (transaction) => {
    await markOutdated(transaction, accountId, { days: [...days], windows: [...windows.values()] });
    for (const { endDay, days: length } of windows.values())
      await transaction
        .insertInto('window_request')
        .values({ account_id: accountId, end_day: endDay, days: length, requested_at: now, fetched_at: null })
        .onConflict((conflict) =>
          conflict.columns(['account_id', 'end_day', 'days']).doUpdateSet({ requested_at: now, fetched_at: null }),
        )
        .execute();
    await orderAgain(transaction, accountId, { posts: [...posts], now });
  });
  return repairs;
}
