import { dayMillis, type AccountId } from '@tidemark/contract';
import { type Selectable, sql } from 'kysely';
import type { PublicProfile } from '../../networks/public-profiles.ts';
import type { Database, Transaction } from '../../database/database.ts';
import { deleteBatch } from '../../database/delete-batch.ts';
import type { PeerTables } from '../../database/tables/peers.ts';
import { historyDays, postDays } from './rules.ts';

export type PeerRow = Selectable<PeerTables['peer']>;

/** Counts a user's peers, except those for accounts that the user has unlinked. */
export async function countPeers(db: Database, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('peer')
    .innerJoin('account_ref', (join) =>
      join.onRef('account_ref.user_id', '=', 'peer.user_id').onRef('account_ref.account_id', '=', 'peer.account_id'),
    )
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('peer.user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export function listPeers(db: Database, userId: string, accountId: AccountId): Promise<PeerRow[]> {
  return db
    .selectFrom('peer')
    .selectAll()
    .where('user_id', '=', userId)
    .where('account_id', '=', accountId)
    .orderBy('added_at')
    .orderBy('username')
    .execute();
}

export async function hasPeer(
  db: Database,
  {
    userId,
    accountId,
    username,
    instagramId,
  }: Pick<NewPeer, 'userId' | 'accountId'> & {
    username: string;
    instagramId?: string;
  },
): Promise<boolean> {
  const row = await db
    .selectFrom('peer')
    .select('peer_id')
    .where('user_id', '=', userId)
    .where('account_id', '=', accountId)
    .where((where) => where.or([where('username', '=', username), where('instagram_id', '=', instagramId ?? 'none')]))
    .executeTakeFirst();
  return row !== undefined;
}

interface NewPeer {
  peerId: string;
  userId: string;
  accountId: AccountId;
  profile: PublicProfile;
  now: Date;
  nextFetchAt: Date;
}

export async function insertPeer(transaction: Transaction, peer: NewPeer): Promise<void> {
  const { peerId, userId, accountId, profile, now, nextFetchAt } = peer;
  await transaction
    .insertInto('peer')
    .values({
      peer_id: peerId,
      user_id: userId,
      account_id: accountId,
      instagram_id: profile.id,
      username: profile.username,
      name: profile.name,
      biography: profile.biography,
      added_at: now,
      next_fetch_at: nextFetchAt,
    })
    .execute();
}

export async function removeUserPeer(db: Database, userId: string, peerId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('peer')
    .where('user_id', '=', userId)
    .where('peer_id', '=', peerId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Returns true if a claim still holds: the peer exists, and no other process has claimed it since. */
export async function lockClaim(transaction: Transaction, { peer_id, next_fetch_at }: PeerRow): Promise<boolean> {
  const row = await transaction
    .selectFrom('peer')
    .select('next_fetch_at')
    .where('peer_id', '=', peer_id)
    .forUpdate()
    .executeTakeFirst();
  return row?.next_fetch_at.getTime() === next_fetch_at.getTime();
}

/** Stores a day's measurement; a second measurement on the same day replaces the first. */
export async function storeMeasurement(
  transaction: Transaction,
  { peerId, day, profile }: { peerId: string; day: string; profile: PublicProfile },
): Promise<void> {
  const counts = { followers: profile.followers, follows: profile.follows, media_count: profile.mediaCount };
  await transaction
    .insertInto('peer_day')
    .values({ peer_id: peerId, day, ...counts })
    .onConflict((conflict) => conflict.columns(['peer_id', 'day']).doUpdateSet(counts))
    .execute();
  await transaction.deleteFrom('peer_post').where('peer_id', '=', peerId).where('day', '=', day).execute();
  if (profile.posts.length === 0) return;
  await transaction
    .insertInto('peer_post')
    .values(
      profile.posts.map((post) => ({
        peer_id: peerId,
        day,
        media_id: post.id,
        published_at: post.publishedAt,
        likes: post.likes,
        comments: post.comments,
        views: post.views,
        product_type: post.productType,
        permalink: post.permalink,
      })),
    )
    .execute();
}

export async function updatePeer(
  db: Database,
  peerId: string,
  change: Partial<Omit<PeerRow, 'peer_id' | 'user_id' | 'account_id'>>,
): Promise<void> {
  await db.updateTable('peer').set(change).where('peer_id', '=', peerId).execute();
}

/** Ends a claim: changes a peer only while its claim holds. */
export async function endClaim(
  db: Database,
  claim: PeerRow,
  change: Partial<Omit<PeerRow, 'peer_id' | 'user_id' | 'account_id'>>,
): Promise<void> {
  await db
    .updateTable('peer')
    .set(change)
    .where('peer_id', '=', claim.peer_id)
    .where('next_fetch_at', '=', claim.next_fetch_at)
    .execute();
}

export async function deleteAccountPeers(transaction: Transaction, accountId: AccountId): Promise<void> {
  await transaction.deleteFrom('peer').where('account_id', '=', accountId).execute();
}

/** Deletes old measurements, and the peers for accounts that their user unlinked a week ago. */
export async function deleteOldMeasurements(db: Database, now: Date): Promise<number> {
  const before = (days: number) => sql`${new Date(now.getTime() - days * dayMillis)}::date`;
  return (
    (await deleteBatch(db, 'peer_day', sql`day < ${before(historyDays)}`)) +
    (await deleteBatch(db, 'peer_post', sql`day < ${before(postDays)}`)) +
    (await deleteBatch(
      db,
      'peer',
      sql`coalesce(measured_at, added_at) < ${new Date(now.getTime() - 7 * dayMillis)} and not exists (
        select from account_ref where account_ref.user_id = peer.user_id and account_ref.account_id = peer.account_id)`,
    ))
  );
}
