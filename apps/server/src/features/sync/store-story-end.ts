import type { Database, Transaction } from '../../database/database.ts';
import type { MediaTotals } from '../../database/tables/sync.ts';
import { noFigures } from '../../clients/instagram-graph/media-figures.ts';
import { recordNewRows } from '../accounts/index.ts';
import { gainOf } from './media-rows.ts';
import { lockMedia, storeGains } from './store-media.ts';
import { storyLife } from './rhythm-rules.ts';

type StoryFigures = Pick<MediaTotals, 'reach' | 'views' | 'taps_forward' | 'taps_back' | 'exits' | 'replies'>;

/** The figures of a story at its end, as Meta's event tells them; null is not told, or fewer than five. */
export interface StoryEnd {
  accountId: string;
  mediaId: string;
  /** The same each time that the same event is delivered. */
  eventId: string;
  at: Date;
  figures: StoryFigures;
}

/**
 * Stores the last figures of a story that we know, once however often they are delivered: totals, the day's gain and the
 * account's version in one transaction. Of an event older than the last reading only what is more is taken: a story's
 * figures grow. False when there was nothing to store.
 */
export function storeStoryEnd(
  { db, dayOf }: { db: Database; dayOf: (instant: Date) => string },
  { accountId, mediaId, eventId, at, figures }: StoryEnd,
): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const row = (await lockMedia(transaction, accountId, [mediaId])).get(mediaId);
    if (row?.product_type !== 'STORY' || !(await isNew(transaction, eventId))) return false;
    const isLate = at < row.observed_at;
    const told = Object.fromEntries(
      Object.entries(figures).flatMap(([name, value]) => {
        const before = row[name as keyof StoryFigures]; // the names are those of the type
        return value === null || (isLate && before !== null && before >= value) ? [] : [[name, value]];
      }),
    ) as Partial<StoryFigures>; // entries of the figures, fewer of them
    // What comes after its 24 hours was gained before they were over.
    const end = new Date(Math.min(at.getTime(), row.published_at.getTime() + storyLife));
    await transaction
      .updateTable('media')
      .set({
        ...told,
        final_at: row.final_at && row.final_at > end ? row.final_at : end,
        ...(isLate ? {} : { observed_at: at }),
      })
      .where('account_id', '=', accountId)
      .where('media_id', '=', mediaId)
      .execute();
    await storeGains(transaction, accountId, [
      { mediaId, day: dayOf(end), gain: gainOf(row, { ...noFigures, ...told }), beforeFirst: false },
    ]);
    await recordNewRows(transaction, accountId, null);
    return true;
  });
}

/** Notes an event; false when it has been taken before. */
async function isNew(transaction: Transaction, eventId: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('webhook_inbox')
    .values({ source: 'meta', event_id: eventId })
    .onConflict((conflict) => conflict.columns(['source', 'event_id']).doNothing())
    .executeTakeFirst();
  return Boolean(numInsertedOrUpdatedRows);
}
