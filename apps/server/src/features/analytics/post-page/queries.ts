import { comparedPosts, type CurveMetric, storyHours } from '@tidemark/contract';
import { sql, type Selectable } from 'kysely';
import type { Database } from '../../../database/database.ts';
import type { SyncTables } from '../../../database/tables/sync.ts';
import type { AccountScope } from '../../accounts/index.ts';
import type { CurvedPost } from '../formulas/post-score.ts';
import { knownReplies } from '../known-replies.ts';
import { type PostZone, publishedWithin } from '../published-within.ts';

export type PostRow = Selectable<SyncTables['media']> & {
  /** Null if Instagram reports none for this account. */
  known_replies: number | null;
  /** Key for our copy of the picture; null until there is one. */
  thumbnail_key: string | null;
};

const selectPosts = sql`
  select media.*, ${knownReplies} as known_replies, copy.key as thumbnail_key
  from media left join media_thumbnail as copy
    on copy.account_id = media.account_id and copy.media_id = media.media_id and copy.file is not null`;

/** Latest posts ranked per format; each is compared with earlier posts. */
const ranked = 30;

export async function findPost(
  db: Database,
  { accountIds }: AccountScope,
  mediaId: string,
): Promise<PostRow | undefined> {
  const { rows } = await sql<PostRow>`
    ${selectPosts}
    where media.account_id = any(${sql.val(accountIds)}::text[]) and media.media_id = ${mediaId}`.execute(db);
  return rows[0];
}

/** Lists posts by ID. */
export async function listPosts(
  db: Database,
  { accountIds }: AccountScope,
  mediaIds: readonly string[],
): Promise<PostRow[]> {
  if (mediaIds.length === 0) return [];
  const { rows } = await sql<PostRow>`
    ${selectPosts}
    where media.account_id = any(${sql.val(accountIds)}::text[])
      and media.media_id = any(${sql.val(mediaIds)}::text[])`.execute(db);
  return rows;
}

/**
 * Lists posts in the same format with metrics: the latest posts, the posts before each, and the posts before this post.
 */
export async function listSameFormat(
  db: Database,
  { accountIds }: AccountScope,
  { product_type, media_type, published_at }: PostRow,
): Promise<PostRow[]> {
  const isFormat =
    product_type === 'FEED' && media_type !== 'CAROUSEL_ALBUM'
      ? sql`product_type = 'FEED' and media_type <> 'CAROUSEL_ALBUM'`
      : product_type === 'REELS'
        ? sql`product_type = 'REELS'`
        : sql`product_type = ${product_type} and media_type = ${media_type}`;
  const list = async (until: Date | null, limit: number) => {
    const { rows } = await sql<PostRow>`
      ${selectPosts}
      where media.account_id = any(${sql.val(accountIds)}::text[]) and ${isFormat}
        and not is_collaboration and insights_refusal is null
        and ${until === null ? sql`true` : sql`published_at <= ${until}`}
      order by published_at desc, media.media_id desc limit ${limit}`.execute(db);
    return rows;
  };
  const [latest, earlier] = await Promise.all([
    list(null, ranked + comparedPosts),
    list(published_at, comparedPosts + 1),
  ]);
  return [...new Map([...latest, ...earlier].map((row) => [row.media_id, row])).values()];
}

/** Finds the account's posts published just before and after a post, without stories. */
export async function findNeighbours(
  db: Database,
  { account_id, media_id, published_at }: PostRow,
): Promise<{ earlier: string | null; later: string | null }> {
  const find = async (comparison: '<' | '>') => {
    const [operator, order] = comparison === '<' ? [sql`<`, sql`desc`] : [sql`>`, sql`asc`];
    const { rows } = await sql<{ media_id: string }>`
      select media_id from media
      where account_id = ${account_id} and product_type <> 'STORY'
        and (published_at, media_id) ${operator} (${published_at}, ${media_id})
      order by published_at ${order}, media_id ${order} limit 1`.execute(db);
    return rows[0]?.media_id ?? null;
  };
  const [earlier, later] = await Promise.all([find('<'), find('>')]);
  return { earlier, later };
}

/** Lists an account's stories of a day, first to last. */
export async function listStoriesOfDay(
  db: Database,
  { account_id }: PostRow,
  { day, zone }: { day: string; zone: PostZone },
): Promise<PostRow[]> {
  const { rows } = await sql<PostRow>`
    ${selectPosts}
    where media.account_id = ${account_id} and product_type = 'STORY' and ${publishedWithin({ from: day, to: day }, zone)}
    order by published_at, media.media_id`.execute(db);
  return rows;
}

/** Lists the reach of the account's latest stories before this one that ended before an instant. */
export async function listEarlierReach(
  db: Database,
  { account_id, published_at }: PostRow,
  { endedBefore, limit }: { endedBefore: Date; limit: number },
): Promise<number[]> {
  const rows = await db
    .selectFrom('media')
    .select('reach')
    .where('account_id', '=', account_id)
    .where('product_type', '=', 'STORY')
    .where('reach', 'is not', null)
    .where('published_at', '<', published_at)
    .where('published_at', '<', new Date(endedBefore.getTime() - storyHours * 3_600_000))
    .orderBy('published_at', 'desc')
    .limit(limit)
    .execute();
  return rows.flatMap(({ reach }) => reach ?? []);
}

export async function listCurves(
  db: Database,
  { accountIds }: AccountScope,
  mediaIds: readonly string[],
): Promise<Map<string, CurvedPost['curves']>> {
  if (mediaIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('media_measurement')
    .select(['media_id', 'age_minutes', 'views', 'reach', 'interactions'])
    .where('account_id', 'in', accountIds)
    .where('media_id', 'in', mediaIds)
    .orderBy('age_minutes')
    .execute();
  const columns = { views: 'views', reach: 'reach', total_interactions: 'interactions' } as const;
  const toCurve = (of: typeof rows, metric: CurveMetric) =>
    of.flatMap((row) => {
      const value = row[columns[metric]];
      return value === null ? [] : [{ ageMinutes: row.age_minutes, value }];
    });
  return new Map(
    [...Map.groupBy(rows, (row) => row.media_id)].map(([mediaId, of]) => [
      mediaId,
      {
        views: toCurve(of, 'views'),
        reach: toCurve(of, 'reach'),
        total_interactions: toCurve(of, 'total_interactions'),
      },
    ]),
  );
}
