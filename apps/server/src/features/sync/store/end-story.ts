import type { Transaction } from '../../../database/database.ts';
import type { MediaTotals } from '../../../database/tables/sync.ts';
import { noFigures } from './fetched-data.ts';
import { toDelta } from './media-rows.ts';
import { storeDeltas } from './store-deltas.ts';
import { lockMedia } from './store-media.ts';
import { storyLife } from './story-rules.ts';

/** A story's final metrics; null if missing or not reported, because they are few. */
export type StoryFigures = Pick<MediaTotals, 'reach' | 'views' | 'taps_forward' | 'taps_back' | 'exits' | 'replies'>;

interface EndedStory {
  mediaId: string;
  /** Time at which the network recorded the metrics. */
  at: Date;
  figures: StoryFigures;
  toDay: (instant: Date) => string;
}

/**
 * Stores a story's final metrics, totals and the day's delta, unless `isNew` returns false. Metrics from before the last
 * sync replace only lower values, because a story's metrics grow. Returns false if there is nothing to store.
 */
export async function endStory(
  transaction: Transaction,
  accountId: string,
  { mediaId, at, figures, toDay }: EndedStory,
  isNew: () => Promise<boolean> = async () => true,
): Promise<boolean> {
  const row = (await lockMedia(transaction, accountId, [mediaId])).get(mediaId);
  if (row?.product_type !== 'STORY' || !(await isNew())) return false;
  const isLate = at < row.observed_at;
  const reported = Object.fromEntries(
    Object.entries(figures).flatMap(([name, value]) => {
      const before = row[name as keyof StoryFigures]; // the names come from the type
      return value === null || (isLate && before !== null && before >= value) ? [] : [[name, value]];
    }),
  ) as Partial<StoryFigures>; // a subset of the metrics
  // Activity reported after the story's 24 hours happened within them.
  const end = new Date(Math.min(at.getTime(), row.published_at.getTime() + storyLife));
  await transaction
    .updateTable('media')
    .set({
      ...reported,
      final_at: row.final_at && row.final_at > end ? row.final_at : end,
      ...(isLate ? {} : { observed_at: at }),
    })
    .where('account_id', '=', accountId)
    .where('media_id', '=', mediaId)
    .execute();
  await storeDeltas(transaction, accountId, [
    { mediaId, day: toDay(end), delta: toDelta(row, { ...noFigures, ...reported }), beforeFirstSync: false },
  ]);
  return true;
}
