import type { LiveMessage } from '@tidemark/contract';
import type { Database } from '../../database/database.ts';
import type { EventBus } from '../../platform/events/event-bus.ts';

/** Ends a user's streams in all processes, and revokes the tokens that open them. */
export async function endStreams(
  { db, events }: { db: Database; events: EventBus<LiveMessage> },
  userId: string,
): Promise<void> {
  await db.deleteFrom('live_token').where('user_id', '=', userId).execute();
  await events.publish({ to: 'session-end', userId });
}
