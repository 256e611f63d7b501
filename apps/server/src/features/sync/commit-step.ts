import type { AccountDocument, LiveMessage } from '@tidemark/contract';
import type { InstagramGraph } from '../../clients/instagram-graph/instagram-graph.ts';
import type { Database, Transaction } from '../../database/database.ts';
import { addDays } from '../../platform/clock.ts';
import type { EventBus } from '../../platform/events/event-bus.ts';
import { listHolders, recordNewRows } from '../accounts/index.ts';
import type { Fetched } from './fetch-context.ts';
import { stretchesOf } from './gap-rules.ts';
import { findAccountDocument, listMissingDays, saveCheckpoint, toAccountDocument, type Lease } from './queries.ts';
import { storeGaps, type Gap } from './store.ts';

interface CommitNeeds {
  db: Database;
  instagram: InstagramGraph;
  events: EventBus<LiveMessage>;
}

/**
 * Stores what a step brought, its checkpoint and the account's new version in one transaction, and tells who listens.
 * `earliestDay` is that of before; returns the one of now.
 */
export async function commitStep(
  needs: CommitNeeds,
  lease: Lease,
  fetched: Fetched,
  change: Parameters<typeof saveCheckpoint>[2],
  { gaps, earliestDay }: { gaps: GapsToFind; earliestDay: string | null },
): Promise<string | null> {
  const { db, events, instagram } = needs;
  const document = await db.transaction().execute(async (transaction) => {
    const state = await saveCheckpoint(transaction, lease, change);
    await fetched.store(transaction);
    await storeGaps(
      transaction,
      lease.accountId,
      await findGaps(transaction, lease.accountId, gaps, instagram.insights.startOf),
    );
    const account = await recordNewRows(transaction, lease.accountId, fetched.earliestDay);
    return account && toAccountDocument(lease.accountId, account, state);
  });
  if (document) await publishDocument(events, document);
  const earliestDate = document?.earliestDate ?? null;
  if (earliestDate === null || earliestDate === earliestDay) return earliestDate;
  for (const userId of await listHolders(db, lease.accountId)) {
    await events.publish({
      to: 'user',
      userId,
      event: { type: 'earliest-date', accountId: lease.accountId, earliestDate },
    });
  }
  return earliestDate;
}

export interface GapsToFind {
  /** The time in which stories came and went. */
  stories: { from: Date; to: Date } | null;
  /** The days that were asked for again after a long silence. */
  days: { from: string; to: string } | null;
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
    ...stretchesOf(missing).map(({ from, to }) => ({
      kind: 'days' as const,
      from: startOf(from),
      to: new Date(startOf(addDays(to, 1)).getTime() - 1),
      reason,
    })),
  ];
}

/** Tells who follows the account what its sync is doing. */
export async function announce({ db, events }: Omit<CommitNeeds, 'instagram'>, accountId: string) {
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
