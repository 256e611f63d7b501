import type { Database } from '../../database/database.ts';
import type { ExportUser } from '../../platform/feature.ts';

export const exportUser: ExportUser = async ({ db }, userId) => ({
  profile: { peers: await listPeerData(db, userId) },
});

/** Lists the user's peers with all their measurements. */
async function listPeerData(db: Database, userId: string) {
  const peers = await db.selectFrom('peer').selectAll().where('user_id', '=', userId).orderBy('added_at').execute();
  const ids = peers.map((peer) => peer.peer_id);
  if (ids.length === 0) return [];
  const days = await db.selectFrom('peer_day').selectAll().where('peer_id', 'in', ids).orderBy('day').execute();
  const posts = await db
    .selectFrom('peer_post')
    .selectAll()
    .where('peer_id', 'in', ids)
    .orderBy('day')
    .orderBy('published_at')
    .execute();
  return peers.map(({ user_id: _, ...peer }) => ({
    ...peer,
    days: days.filter((row) => row.peer_id === peer.peer_id).map(({ peer_id: _id, ...day }) => day),
    posts: posts.filter((row) => row.peer_id === peer.peer_id).map(({ peer_id: _id, ...post }) => post),
  }));
}
