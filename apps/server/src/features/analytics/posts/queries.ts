import type { FilterMode, PostColumn, PostFormat } from '@tidemark/contract';
import { sql, type RawBuilder, type Selectable } from 'kysely';
import type { Database } from '../../../database/database.ts';
import type { SyncTables } from '../../../database/tables/sync.ts';
import { deltaColumns } from '../../../metrics/post-columns.ts';
import type { AccountScope } from '../../accounts/index.ts';
import { toMediaKey } from '../formulas/media-key.ts';
import type { Period } from '../formulas/period.ts';
import { knownReplies } from '../known-replies.ts';
import { type PostZone, publishedBy, publishedWithin, blockOfWeek } from '../published-within.ts';

export type MediaRow = Selectable<SyncTables['media']> & {
  virality: number;
  /** Null if Instagram reports none for this account. */
  known_replies: number | null;
  /** Key for our copy of the picture; null until there is one. */
  thumbnail_key: string | null;
};

interface PostFilters {
  search: string;
  format: PostFormat | null;
  /** A condition on `media`; null for posts with any labels. */
  label: RawBuilder<boolean> | null;
}

export interface PostsRequest extends PostFilters {
  period: Period;
  zone: PostZone;
  mode: FilterMode;
  /** Four-hour blocks in the week in the request's time zone, 6 × weekday + block; null for any time. */
  blocks: readonly number[] | null;
  sort: readonly { field: PostColumn; sort: 'asc' | 'desc' }[];
  page: number;
  pageSize: number;
}

const perReach = (column: 'shares' | 'saved' | 'comments' | 'follows', full: number) =>
  sql`least(greatest(coalesce(${sql.ref(column)}, 0), 0) / reach::float8 / ${full}::float8, 1)`;

/** The `viralityScore` formula in SQL, so that the database can sort by it; a test compares the two. */
const virality = sql<number>`case when coalesce(reach, 0) <= 0 then 0 else
  100 * (0.4 * ${perReach('shares', 0.02)} + 0.3 * ${perReach('saved', 0.03)} + 0.2 * ${perReach('comments', 0.01)} + 0.1 * ${perReach('follows', 0.05)}) end`;

const sortable: Record<PostColumn, RawBuilder<unknown>> = {
  timestamp: sql`published_at`,
  reachTotal: sql`coalesce(reach, 0)`,
  engagementRate: sql`case when coalesce(reach, 0) = 0 then 0 else coalesce(interactions, 0)::float8 / reach end`,
  virilityScore: virality,
  viralityScore: virality,
  views: sql`coalesce(views, 0)`,
  likes: sql`coalesce(likes, 0)`,
  comments: sql`coalesce(comments, 0)`,
  saved: sql`coalesce(saved, 0)`,
  shares: sql`coalesce(shares, 0)`,
  reposts: sql`coalesce(reposts, 0)`,
  totalInteractions: sql`coalesce(interactions, 0)`,
};

const formats = {
  POST: sql`product_type = 'FEED' and media_type <> 'CAROUSEL_ALBUM'`,
  CAROUSEL: sql`media_type = 'CAROUSEL_ALBUM'`,
  REEL: sql`product_type = 'REELS'`,
  STORY: sql`product_type = 'STORY'`,
};

export interface PostKey {
  account_id: string;
  media_id: string;
}

/** Lists one page of posts and the total number. */
export async function listPosts(
  db: Database,
  scope: AccountScope,
  request: PostsRequest,
): Promise<{ rows: MediaRow[]; total: number }> {
  const { keys, total } = await listPostKeys(db, scope, request);
  return { rows: keys.length === 0 ? [] : await listPostsByKey(db, keys), total };
}

/** Lists one page of posts by key in their order, and the total number. */
export async function listPostKeys(
  db: Database,
  scope: AccountScope,
  request: PostsRequest,
): Promise<{ keys: PostKey[]; total: number }> {
  const { sort, page, pageSize } = request;
  const order = sql.join([
    ...sort.map(({ field, sort: direction }) =>
      direction === 'asc' ? sql`${sortable[field]} asc` : sql`${sortable[field]} desc`,
    ),
    ...(sort.length === 0 ? [sql`published_at desc`] : []),
    sql`media_id desc`,
  ]);
  const found = sql`(${findShown(scope, request)}) as found`;
  // Sorts and counts narrow rows; complete rows are read for one page only.
  const keys = await sql<PostKey & { total: number }>`
    select account_id, media_id, count(*) over () as total from ${found}
    order by ${order} limit ${pageSize} offset ${page * pageSize}`.execute(db);
  const [first] = keys.rows;
  if (first)
    return { keys: keys.rows.map(({ account_id, media_id }) => ({ account_id, media_id })), total: first.total };
  if (page === 0) return { keys: [], total: 0 };
  const counted = await sql<{ total: number }>`select count(*) as total from ${found}`.execute(db);
  return { keys: [], total: counted.rows[0]?.total ?? 0 };
}

/** Lists full rows in the keys' order. */
export async function listPostsByKey(db: Database, keys: readonly PostKey[]): Promise<MediaRow[]> {
  const { rows } = await sql<MediaRow>`
    select media.*, ${virality} as virality, ${knownReplies} as known_replies, copy.key as thumbnail_key
    from media left join media_thumbnail as copy
      on copy.account_id = media.account_id and copy.media_id = media.media_id and copy.file is not null
    where ${areOf('media', keys)}`.execute(db);
  const byKey = new Map(rows.map((row) => [toMediaKey(row), row]));
  return keys.flatMap((key) => byKey.get(toMediaKey(key)) ?? []);
}

const narrow = sql`media.account_id, media.media_id, published_at, ${sql.join([...deltaColumns, 'reposts'].map((name) => sql.ref(name)))}`;

/**
 * Selects posts published in the period or with deltas in it. Deltas are looked up for all accounts at once and by day:
 * per post, or over the whole table, this takes seconds for large accounts.
 */
function findShown({ accountIds }: AccountScope, request: PostsRequest): RawBuilder<unknown> {
  const { period, zone, mode, blocks } = request;
  const ids = sql`any(${sql.val(accountIds)}::text[])`;
  const matches = sql`media.account_id = ${ids} and ${passesFilters(request)}
    and ${blocks === null ? sql`true` : publishedInBlocks(blocks, zone)}`;
  const published = publishedWithin(period, zone);
  const { from, to } = period;
  const publishedRows = sql`select ${narrow} from media where ${matches} and ${published}`;
  if (mode === 'published' || blocks !== null) return publishedRows;
  const active = sql`
    select ${narrow} from (
      select distinct account_id, media_id from media_day
      where account_id = ${ids} and day >= ${from} and day <= ${to} and (views > 0 or reach > 0 or interactions > 0)
    ) as active join media on media.account_id = active.account_id and media.media_id = active.media_id
    where ${matches} and ${publishedBy(period, zone)}`;
  return mode === 'active' ? active : sql`${publishedRows} union all ${active} and not ${published}`;
}

/** Returns the condition that a row in `media` passes the filters. */
export function passesFilters({ search, format, label }: PostFilters): RawBuilder<boolean> {
  return sql<boolean>`(${search === '' ? sql`true` : sql`search_text like ${`%${escapeLike(search)}%`}`}
    and ${format === null ? sql`true` : formats[format]}
    and ${label ?? sql`true`})`;
}

/** Selects the posts that the activity counts in these blocks. */
function publishedInBlocks(blocks: readonly number[], zone: PostZone): RawBuilder<unknown> {
  return sql`product_type <> 'STORY' and ${blockOfWeek(zone)} = any(${sql.val(blocks)}::int[])`;
}

/** Lists posts' daily reach deltas, excluding activity before the first sync, which belongs to no single day. */
export async function listReachDeltas(db: Database, keys: readonly PostKey[], { from, to }: Period) {
  if (keys.length === 0) return [];
  return db
    .selectFrom('media_day')
    .select(['account_id', 'media_id', 'day', 'reach'])
    .where(areOf('media_day', keys))
    .where('day', '>=', from)
    .where('day', '<=', to)
    .where('before_first_observation', '=', false)
    .execute();
}

/**
 * Matches each account's own posts: combining 50 accounts with 500 posts would be 25,000 lookups, and planning 500 pairs
 * takes longer than reading the posts. Citus would refuse a join with a list of keys.
 */
function areOf(table: 'media' | 'media_day', keys: readonly PostKey[]): RawBuilder<boolean> {
  const [account, media] = [sql.ref(`${table}.account_id`), sql.ref(`${table}.media_id`)];
  const byAccount = [...Map.groupBy(keys, ({ account_id }) => account_id)];
  const own = byAccount.map(
    ([accountId, posts]) =>
      sql`${account} = ${accountId} and ${media} = any(${sql.val(posts.map(({ media_id }) => media_id))}::text[])`,
  );
  const accountIds = byAccount.map(([accountId]) => accountId);
  return sql<boolean>`${account} = any(${sql.val(accountIds)}::text[]) and (${sql.join(own, sql` or `)})`;
}

/** Returns when the last account finished its first sync; null if one has not. */
export async function findLastFirstSync(db: Database, { accountIds }: AccountScope): Promise<Date | null> {
  const rows = await db
    .selectFrom('sync_state')
    .select('initialized_at')
    .where('account_id', 'in', accountIds)
    .execute();
  const finished = rows.flatMap(({ initialized_at }) => initialized_at ?? []);
  if (finished.length < accountIds.length) return null;
  return new Date(Math.max(...finished.map((instant) => instant.getTime())));
}

export async function countPosts(db: Database, scope: AccountScope): Promise<number> {
  if (scope.accountIds.length === 0) return 0;
  const row = await db
    .selectFrom('media')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('account_id', 'in', scope.accountIds)
    .executeTakeFirstOrThrow();
  return row.total;
}

function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`);
}
