import type { LiveMessage } from '@tidemark/contract';
import type { Database } from '../../database/database.ts';
import type { EventBus } from '../../platform/events/event-bus.ts';

/** Ends a person's streams in all processes and workspaces, and revokes the tokens that open them. */
export async function endStreams(
  { db, events }: { db: Database; events: EventBus<LiveMessage> },
  userId: string,
): Promise<void> {
  await db
    .deleteFrom('live_token')
    .where(({ eb, or }) => or([eb('user_id', '=', userId), eb('member_id', '=', userId)]))
    .execute();
  await events.publish({ to: 'session-end', userId });
}
