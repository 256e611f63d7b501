import type { FilterMode, PostColumn } from '@tidemark/contract';
import { sql, type RawBuilder, type Selectable } from 'kysely';
import type { Database } from '../../../database/database.ts';
import type { SyncTables } from '../../../database/tables/sync.ts';
import type { AccountScope } from '../../accounts/index.ts';
import type { Period } from '../period.ts';

export type MediaRow = Selectable<SyncTables['media']> & {
  virality: number;
  /** Of our copy of its picture; null while there is none. */
  thumbnail_key: string | null;
};

export interface PostsRequest {
  period: Period;
  mode: FilterMode;
  search: string;
  format: 'POST' | 'REEL' | 'CAROUSEL' | 'STORY' | null;
  sort: readonly { field: PostColumn; sort: 'asc' | 'desc' }[];
  page: number;
  pageSize: number;
}

const perReach = (column: 'shares' | 'saved' | 'comments' | 'follows', full: number) =>
  sql`least(greatest(coalesce(${sql.ref(column)}, 0), 0) / reach::float8 / ${full}::float8, 1)`;

/** The formula of `viralityScore` for one post, so that the database can sort by it; a test holds the two together. */
const virality = sql<number>`case when coalesce(reach, 0) <= 0 then 0 else
  100 * (0.4 * ${perReach('shares', 0.02)} + 0.3 * ${perReach('saved', 0.03)} + 0.2 * ${perReach('comments', 0.01)} + 0.1 * ${perReach('follows', 0.05)}) end`;

const sortable: Record<PostColumn, RawBuilder<unknown>> = {
  timestamp: sql`published_at`,
  reachTotal: sql`coalesce(reach, 0)`,
  engagementRate: sql`case when coalesce(reach, 0) = 0 then 0 else coalesce(interactions, 0)::float8 / reach end`,
  viralityScore: virality,
  views: sql`coalesce(views, 0)`,
  likes: sql`coalesce(likes, 0)`,
  comments: sql`coalesce(comments, 0)`,
  saved: sql`coalesce(saved, 0)`,
  shares: sql`coalesce(shares, 0)`,
};

const formats = {
  POST: sql`product_type = 'FEED' and media_type <> 'CAROUSEL_ALBUM'`,
  CAROUSEL: sql`media_type = 'CAROUSEL_ALBUM'`,
  REEL: sql`product_type = 'REELS'`,
  STORY: sql`product_type = 'STORY'`,
};

const thumbnailKey = sql`(select key from media_thumbnail copy
  where copy.account_id = media.account_id and copy.media_id = media.media_id and copy.file is not null)`;

/** One page of posts, and how many there are. */
export async function listPosts(
  db: Database,
  scope: AccountScope,
  request: PostsRequest,
): Promise<{ rows: MediaRow[]; total: number }> {
  const { period, mode, search, format, sort, page, pageSize } = request;
  const published = sql`published_day >= ${period.from} and published_day <= ${period.to}`;
  const active = sql`exists (
    select from media_day where media_day.account_id = media.account_id and media_day.media_id = media.media_id
      and media_day.day >= ${period.from} and media_day.day <= ${period.to}
      and (media_day.views > 0 or media_day.reach > 0 or media_day.interactions > 0))`;
  const shown = mode === 'published' ? published : mode === 'active' ? active : sql`(${published} or ${active})`;
  const where = sql`account_id = any(${sql.val(scope.accountIds)}::text[]) and ${shown}
    and ${search === '' ? sql`true` : sql`search_text like ${`%${escapeLike(search)}%`}`}
    and ${format === null ? sql`true` : formats[format]}`;
  const order = [
    ...sort.map(({ field, sort: direction }) =>
      direction === 'asc' ? sql`${sortable[field]} asc` : sql`${sortable[field]} desc`,
    ),
    ...(sort.length === 0 ? [sql`published_at desc`] : []),
    sql`media_id desc`,
  ];
  const [found, counted] = await Promise.all([
    sql<MediaRow>`select media.*, ${virality} as virality, ${thumbnailKey} as thumbnail_key from media where ${where} order by ${sql.join(order)} limit ${pageSize} offset ${page * pageSize}`.execute(
      db,
    ),
    sql<{ total: number }>`select count(*) as total from media where ${where}`.execute(db),
  ]);
  return { rows: found.rows, total: counted.rows[0]?.total ?? 0 };
}

/** Daily gains of reach of some posts. What stood there before the first reading is not a day's gain. */
export async function listReachGains(db: Database, scope: AccountScope, mediaIds: string[], { from, to }: Period) {
  if (mediaIds.length === 0) return [];
  return db
    .selectFrom('media_day')
    .select(['media_id', 'day', 'reach'])
    .where('account_id', 'in', scope.accountIds)
    .where('media_id', 'in', mediaIds)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .where('before_first_observation', '=', false)
    .execute();
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
