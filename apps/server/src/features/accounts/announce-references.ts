import type { AccountRef, LiveMessage } from '@tidemark/contract';
import type { Database } from '../../database/database.ts';
import type { EventBus } from '../../platform/events/event-bus.ts';
import { listAccountRefs } from './queries.ts';

/** Sends the user's open pages their linked accounts, whose list they then reload. */
export async function announceReferences(
  { db, events }: { db: Database; events: EventBus<LiveMessage> },
  userId: string,
): Promise<AccountRef[]> {
  const accountRefs = await listAccountRefs(db, userId);
  await events.publish({ to: 'user', userId, event: { type: 'user-accounts-update', accountRefs } });
  return accountRefs;
}
