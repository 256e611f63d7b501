import type { Database } from '../../database/database.ts';
import type { PublicProfile } from '../../networks/public-profiles.ts';
import { storeMeasurement } from './queries.ts';

export type PastMeasurement = Pick<PublicProfile, 'followers' | 'follows' | 'mediaCount'> & { day: string };

/** Stores a user's peer's counts of earlier days, which Instagram does not report. */
export async function storePastMeasurements(
  db: Database,
  { userId, username, days }: { userId: string; username: string; days: readonly PastMeasurement[] },
): Promise<void> {
  const peers = await db
    .selectFrom('peer')
    .selectAll()
    .where('user_id', '=', userId)
    .where('username', '=', username)
    .execute();
  await db.transaction().execute(async (transaction) => {
    for (const peer of peers)
      for (const { day, ...counts } of days) {
        const profile = { ...peer, ...counts, id: peer.instagram_id, posts: [] };
        await storeMeasurement(transaction, { peerId: peer.peer_id, day, profile });
      }
  });
}
