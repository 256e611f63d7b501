import type { Selectable } from 'kysely';
import type { Database, Transaction } from '../../../database/database.ts';
import type { SyncTables } from '../../../database/tables/sync.ts';
import { noFigures } from '../../../clients/instagram-graph/media-figures.ts';
import { recordNewRows } from '../../accounts/index.ts';
import { emptyGiven, type GivenStep, type StoryFigures } from '../answers/given-step.ts';
import { insertAnswers, toAnswerRow } from '../answers/store-answers.ts';
import { toDelta } from './media-rows.ts';
import { storeDeltas } from './store-deltas.ts';
import { lockMedia } from './store-media.ts';
import { storyLife } from '../schedule/schedule-rules.ts';

/** Meta's event with a story's final metrics. */
export interface StoryEnd {
  accountId: string;
  mediaId: string;
  /** Same for every delivery of the event. */
  eventId: string;
  at: Date;
  figures: StoryFigures;
}

/**
 * Stores a story's final metrics once, however often they are delivered, with the event: totals, the day's delta and the
 * account's version in one transaction. Returns false if there was nothing to store.
 */
export function storeStoryEnd(
  { db, toDay, answerDays }: { db: Database; toDay: (instant: Date) => string; answerDays: number },
  { accountId, eventId, ...story }: StoryEnd,
): Promise<boolean> {
  const { at, mediaId, figures } = story;
  return db.transaction().execute(async (transaction) => {
    const row = await lockStory(transaction, accountId, mediaId);
    if (!row || !(await isNew(transaction, eventId))) return false;
    await updateStory(transaction, row, { ...story, toDay });
    const account = await recordNewRows(transaction, accountId, null);
    if (answerDays === 0) return true;
    const given: GivenStep = { ...emptyGiven, task: { task: 'story_end', mediaId, figures } };
    const answerRow = await toAnswerRow(transaction, accountId, { given, at, answers: [] });
    await insertAnswers(transaction, answerRow, account?.data_version);
    return true;
  });
}

/** Stores an event again, which was new when it arrived. */
export async function replayStoryEnd(
  transaction: Transaction,
  { accountId, toDay, ...story }: Omit<StoryEnd, 'eventId'> & { toDay: (instant: Date) => string },
): Promise<void> {
  const row = await lockStory(transaction, accountId, story.mediaId);
  if (row) await updateStory(transaction, row, { ...story, toDay });
}

async function lockStory(transaction: Transaction, accountId: string, mediaId: string) {
  const row = (await lockMedia(transaction, accountId, [mediaId])).get(mediaId);
  return row?.product_type === 'STORY' ? row : null;
}

/** If the event is older than the last sync, stores only higher values, because a story's metrics grow. */
async function updateStory(
  transaction: Transaction,
  row: Selectable<SyncTables['media']>,
  { at, figures, toDay }: Pick<StoryEnd, 'at' | 'figures'> & { toDay: (instant: Date) => string },
): Promise<void> {
  const { account_id: accountId, media_id: mediaId } = row;
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
