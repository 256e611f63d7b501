import { maxPeerPosts, type AccountId, type Peer, type PeerComparison } from '@tidemark/contract';
import type { Database } from '../../database/database.ts';
import type { AccountScope } from '../accounts/index.ts';
import { findPeerLimit } from '../subscription/index.ts';
import { type CountedPost, type PublicAccount, toPublicFigures, toRanks } from './formulas/public-figures.ts';
import { countPeers, listPeers, type PeerRow } from './queries.ts';
import { firstShownDay } from './rules.ts';

type CountedRow = Omit<CountedPost, 'publishedAt'> & { published_at: Date };

interface Options {
  userId: string;
  accountId: AccountId;
  today: string;
  now: Date;
}

/** Compares an account with its peers. The scope proves that the user may see the account. */
export async function loadPeerComparison(
  db: Database,
  { accountIds }: AccountScope,
  { userId, accountId, today, now }: Options,
): Promise<PeerComparison> {
  if (!accountIds.includes(accountId)) throw new RangeError('The scope is of another account');
  const [rows, ownAccount, used, { limit }] = await Promise.all([
    listPeers(db, userId, accountId),
    loadOwn(db, accountId, { today, now }),
    countPeers(db, userId),
    findPeerLimit(db, userId),
  ]);
  const measured = await loadMeasured(db, rows, today);
  const own = toPublicFigures(ownAccount);
  const peers = rows.map((row) => toPeer(row, measured.get(row.peer_id) ?? nothingMeasured(now)));
  return {
    accountId,
    own,
    peers,
    ranks: toRanks(
      own,
      peers.map(({ figures }) => figures),
    ),
    used,
    limit,
    // Plans without peers don't fetch them.
    requestsPerDay: limit > 0 ? peers.length : 0,
  };
}

function toPeer(row: PeerRow, account: PublicAccount): Peer {
  return {
    id: row.peer_id,
    username: row.username,
    name: row.name,
    biography: row.biography,
    state: row.state,
    since: row.since?.toISOString() ?? null,
    addedAt: row.added_at.toISOString(),
    measuredAt: row.measured_at?.toISOString() ?? null,
    figures: toPublicFigures(account),
  };
}

function nothingMeasured(now: Date): PublicAccount {
  return { followers: null, follows: null, posts: null, history: [], newest: [], measuredAt: now };
}

/** Loads the user's own account, limited to its public data. */
async function loadOwn(
  db: Database,
  accountId: AccountId,
  { today, now }: { today: string; now: Date },
): Promise<PublicAccount> {
  const [account, sync, history, newest] = await Promise.all([
    db.selectFrom('account').selectAll().where('account_id', '=', accountId).executeTakeFirst(),
    db.selectFrom('sync_state').select('last_sync_at').where('account_id', '=', accountId).executeTakeFirst(),
    db
      .selectFrom('account_day')
      .select(['day', 'followers'])
      .where('account_id', '=', accountId)
      .where('day', '>=', firstShownDay(today))
      .where('followers', 'is not', null)
      .orderBy('day')
      .execute(),
    db
      .selectFrom('media')
      .select(['published_at', 'likes', 'comments'])
      // Public views include advertising.
      .select(({ fn }) => fn<number | null>('greatest', ['views', 'total_views']).as('views'))
      .where('account_id', '=', accountId)
      .where('product_type', 'in', ['FEED', 'REELS'])
      .where('is_collaboration', '=', false)
      .where('gone_at', 'is', null)
      .where('missing_since', 'is', null)
      .orderBy('published_at', 'desc')
      .limit(maxPeerPosts)
      .execute(),
  ]);
  return {
    followers: account?.followers_count ?? null,
    follows: account?.follows_count ?? null,
    posts: account?.media_count ?? null,
    history: history.flatMap(({ day, followers }) => (followers === null ? [] : [{ day, followers }])),
    newest: newest.map(toCounted),
    measuredAt: sync?.last_sync_at ?? now,
  };
}

/** Loads each peer's follower history, and its posts from the day when it was last measured. */
async function loadMeasured(
  db: Database,
  rows: readonly PeerRow[],
  today: string,
): Promise<Map<string, PublicAccount>> {
  const peerIds = rows.map((row) => row.peer_id);
  if (peerIds.length === 0) return new Map();
  const days = await db
    .selectFrom('peer_day')
    .selectAll()
    .where('peer_id', 'in', peerIds)
    .where('day', '>=', firstShownDay(today))
    .orderBy('day')
    .execute();
  const daysOf = Map.groupBy(days, (row) => row.peer_id);
  const posts = await db
    .selectFrom('peer_post')
    .selectAll()
    .where((where) =>
      where.or([...daysOf].map(([id, list]) => where.and({ peer_id: id, day: list.at(-1)?.day ?? today }))),
    )
    .execute();
  const postsOf = Map.groupBy(posts, (row) => row.peer_id);
  return new Map(
    rows.flatMap(({ peer_id: id, measured_at: measuredAt }) => {
      const history = daysOf.get(id) ?? [];
      const last = history.at(-1);
      if (!last || !measuredAt) return [];
      const newest = (postsOf.get(id) ?? []).map(toCounted);
      const { followers, follows, media_count: mediaCount } = last;
      return [[id, { followers, follows, posts: mediaCount, history, newest, measuredAt }] as const];
    }),
  );
}

function toCounted({ published_at: publishedAt, likes, comments, views }: CountedRow): CountedPost {
  return { publishedAt, likes, comments, views };
}
