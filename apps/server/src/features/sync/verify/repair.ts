import { sql } from 'kysely';
import type { Database } from '../../../database/database.ts';
import type { Difference } from './rules.ts';

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
    if (days.size > 0)
      await transaction
        .insertInto('account_day')
        .values(
          [...days].map((day) => ({
            account_id: accountId,
            day,
            complete: false,
            fetched_at: new Date(0),
            window_rule: 1,
          })),
        )
        .onConflict((conflict) => conflict.columns(['account_id', 'day']).doUpdateSet({ window_rule: 1 }))
        .execute();
    for (const { endDay, days: length } of windows.values()) {
      await transaction
        .updateTable('account_window')
        .set({ window_rule: 1 })
        .where('account_id', '=', accountId)
        .where('end_day', '=', endDay)
        .where('days', '=', length)
        .execute();
      await transaction
        .insertInto('window_request')
        .values({ account_id: accountId, end_day: endDay, days: length, requested_at: now, fetched_at: null })
        .onConflict((conflict) =>
          conflict.columns(['account_id', 'end_day', 'days']).doUpdateSet({ requested_at: now, fetched_at: null }),
        )
        .execute();
    }
    if (posts.size > 0)
      await transaction
        .updateTable('media')
        .set({ insights_fetched_at: null, type_metrics_fetched_at: null })
        .where('account_id', '=', accountId)
        .where('media_id', 'in', [...posts])
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
  });
  return repairs;
}
