import { addDays, type AccountDocument, type LiveMessage } from '@tidemark/contract';
import type { Database, Transaction } from '../../../database/database.ts';
import type { EventBus } from '../../../platform/events/event-bus.ts';
import { listLinkedUserIds, recordNewRows } from '../../accounts/index.ts';
import { insertAnswers, toAnswerRow } from '../answers/store-answers.ts';
import type { Calendar, Fetched, PossibleGaps } from '../connector.ts';
import { saveCheckpoint, type Lease } from '../lease/queries.ts';
import { findAccountDocument, toAccountDocument } from '../status/queries.ts';
import { groupConsecutiveDays } from './gap-days.ts';
import { listMissingDays } from './queries.ts';
import { storeGaps, type Gap } from './store.ts';

interface CommitDeps {
  db: Database;
  calendar: Calendar;
  events: EventBus<LiveMessage>;
}

/**
 * Stores a step's result, its answers, its checkpoint and the account's new version in one transaction, and notifies
 * subscribers.
 * Takes the previous `earliestDay` and returns the current one.
 */
export async function commitStep(
  deps: CommitDeps,
  lease: Lease,
  fetched: Pick<Fetched, 'earliestDay' | 'recorded' | 'store'>,
  change: Parameters<typeof saveCheckpoint>[2],
  { at, gaps = null, earliestDay }: { at: Date; gaps?: GapsToFind | null; earliestDay: string | null },
): Promise<string | null> {
  const { db, events, calendar } = deps;
  const { recorded } = fetched;
  const isRecorded = recorded.answers.length > 0 || recorded.isLocal === true;
  const answerRow = isRecorded ? await toAnswerRow(db, lease.accountId, { at, ...recorded }) : null;
  const document = await db.transaction().execute(async (transaction) => {
    const state = await saveCheckpoint(transaction, lease, change);
    await fetched.store(transaction);
    if (gaps)
      await storeGaps(
        transaction,
        lease.accountId,
        await findGaps(transaction, lease.accountId, gaps, calendar.startOf),
      );
    const account = await recordNewRows(transaction, lease.accountId, fetched.earliestDay);
    await insertAnswers(transaction, answerRow, account?.data_version);
    return account && toAccountDocument(lease.accountId, account, state);
  });
  if (document) await publishDocument(events, document);
  const earliestDate = document?.earliestDate ?? null;
  if (earliestDate === null || earliestDate === earliestDay) return earliestDate;
  for (const userId of await listLinkedUserIds(db, lease.accountId)) {
    await events.publish({
      to: 'user',
      userId,
      event: { type: 'earliest-date', accountId: lease.accountId, earliestDate },
    });
  }
  return earliestDate;
}

interface GapsToFind extends PossibleGaps {
  reason: string;
}

async function findGaps(
  transaction: Transaction,
  accountId: string,
  { stories, days, reason }: GapsToFind,
  startOf: (day: string) => Date,
): Promise<Gap[]> {
  const missing = days ? await listMissingDays(transaction, accountId, days) : [];
  return [
    ...(stories ? [{ kind: 'stories' as const, ...stories, reason }] : []),
    ...groupConsecutiveDays(missing).map(({ from, to }) => ({
      kind: 'days' as const,
      from: startOf(from),
      to: new Date(startOf(addDays(to, 1)).getTime() - 1),
      reason,
    })),
  ];
}

/** Notifies subscribers about the account's sync status. */
export async function publishAccount({ db, events }: Omit<CommitDeps, 'calendar'>, accountId: string) {
  const doc = await findAccountDocument(db, accountId);
  if (doc) await publishDocument(events, doc);
  return doc;
}

function publishDocument(events: EventBus<LiveMessage>, doc: AccountDocument) {
  return events.publish({
    to: 'document',
    docType: 'account',
    docId: doc._id,
    event: { type: 'account-update', docType: 'account', docId: doc._id, doc },
  });
}
