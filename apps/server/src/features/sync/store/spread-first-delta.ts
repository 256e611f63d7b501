import type { Transaction } from '../../../database/database.ts';
import { type DatedDays, datedMetrics, noDelta, spreadOverDays } from './dated-rules.ts';
import type { MediaDelta } from './media-rows.ts';
import { storeDeltas } from './store-deltas.ts';
import { lockMedia } from './store-media.ts';

/**
 * Moves what a post had before its first sync from its publish day to the days on which it happened, and marks the post
 * as dated. What has no time stays there, flagged.
 */
export async function spreadFirstDelta(
  transaction: Transaction,
  accountId: string,
  { mediaId, days, at }: { mediaId: string; days: DatedDays; at: Date },
): Promise<void> {
  const row = (await lockMedia(transaction, accountId, [mediaId])).get(mediaId);
  if (!row || row.type_metrics_fetched_at !== null) return;
  const first = await transaction
    .selectFrom('media_day')
    .select(['day', 'likes', 'comments', 'shares', 'interactions'])
    .where('account_id', '=', accountId)
    .where('media_id', '=', mediaId)
    .where('before_first_observation', '=', true)
    .forUpdate()
    .executeTakeFirst();
  if (first) {
    const moved = spreadOverDays(first, days);
    const total = sum(moved.map(({ delta }) => delta));
    await transaction
      .updateTable('media_day')
      .set(({ eb }) => ({
        ...Object.fromEntries(
          ([...datedMetrics, 'interactions'] as const).map((name) => [name, eb(name, '-', total[name])]),
        ),
        before_first_observation: first.interactions !== total.interactions,
      }))
      .where('account_id', '=', accountId)
      .where('media_id', '=', mediaId)
      .where('day', '=', first.day)
      .execute();
    await storeDeltas(
      transaction,
      accountId,
      moved.map((one) => ({ ...one, mediaId, beforeFirstSync: false })),
    );
  }
  await transaction
    .updateTable('media')
    .set({ type_metrics_fetched_at: at })
    .where('account_id', '=', accountId)
    .where('media_id', '=', mediaId)
    .execute();
}

function sum(deltas: readonly MediaDelta[]): MediaDelta {
  const total = { ...noDelta };
  for (const delta of deltas) for (const name of [...datedMetrics, 'interactions'] as const) total[name] += delta[name];
  return total;
}
