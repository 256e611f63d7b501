import type { Database, Transaction } from '../../../database/database.ts';
import type { MediaTotals } from '../../../database/tables/sync.ts';
import { noFigures } from '../../../clients/instagram-graph/media-figures.ts';
import { recordNewRows } from '../../accounts/index.ts';
import { toDelta } from './media-rows.ts';
import { storeDeltas } from './store-deltas.ts';
import { lockMedia } from './store-media.ts';
import { storyLife } from '../schedule/schedule-rules.ts';

type StoryFigures = Pick<MediaTotals, 'reach' | 'views' | 'taps_forward' | 'taps_back' | 'exits' | 'replies'>;

/** A story's final metrics from Meta's event; null if missing or fewer than five. */
export interface StoryEnd {
  accountId: string;
  mediaId: string;
  /** Same for every delivery of the event. */
  eventId: string;
  at: Date;
  figures: StoryFigures;
}

/**
 * Stores a story's final metrics once, however often they are delivered: totals, the day's delta and the account's
 * version in one transaction. If the event is older than the last sync, only higher values are stored, because a
 * story's metrics grow. Returns false if there was nothing to store.
 */
export function storeStoryEnd(
  { db, toDay }: { db: Database; toDay: (instant: Date) => string },
  { accountId, mediaId, eventId, at, figures }: StoryEnd,
): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const row = (await lockMedia(transaction, accountId, [mediaId])).get(mediaId);
    if (row?.product_type !== 'STORY' || !(await isNew(transaction, eventId))) return false;
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
    await recordNewRows(transaction, accountId, null);
    return true;
  });
}

/** Records an event; returns false if it was already processed. */
async function isNew(transaction: Transaction, eventId: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('webhook_inbox')
    .values({ source: 'meta', event_id: eventId })
    .onConflict((conflict) => conflict.columns(['source', 'event_id']).doNothing())
    .executeTakeFirst();
  return Boolean(numInsertedOrUpdatedRows);
}
