import type { Database, Transaction } from '../../../../database/database.ts';
import { recordNewRows } from '../../../../features/accounts/index.ts';
import { endStory, insertAnswers, toAnswerRow, type StoryFigures } from '../../../../features/sync/index.ts';
import { emptyGiven, type GivenStep } from '../answers/given-step.ts';

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
 * Stores a story's final metrics once, however often they are delivered, with the event and the account's version in one
 * transaction. Returns false if there was nothing to store.
 */
export function storeStoryEnd(
  { db, toDay, answerDays }: { db: Database; toDay: (instant: Date) => string; answerDays: number },
  { accountId, eventId, ...story }: StoryEnd,
): Promise<boolean> {
  const { at, mediaId, figures } = story;
  return db.transaction().execute(async (transaction) => {
    const isStored = await endStory(transaction, accountId, { ...story, toDay }, () => isNew(transaction, eventId));
    if (!isStored) return false;
    const account = await recordNewRows(transaction, accountId, null);
    if (answerDays === 0) return true;
    const given: GivenStep = { ...emptyGiven, task: { task: 'story_end', mediaId, figures } };
    const answerRow = await toAnswerRow(transaction, accountId, { given, at, answers: [] });
    await insertAnswers(transaction, answerRow, account?.data_version);
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
