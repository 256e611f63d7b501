import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../database/database.ts';
import { deltaColumns } from '../../../metrics/post-columns.ts';
import type { AccountScope } from '../../accounts/index.ts';
import type { KnownCounts } from '../formulas/known-counts.ts';
import type { PostFacts } from '../formulas/post-row.ts';
import type { Period } from '../formulas/period.ts';
import type { PostOfAccount } from '../labels/queries.ts';
import { type PostZone, publishedWithin } from '../published-within.ts';

export interface NarrowPost
  extends KnownCounts, Pick<PostFacts, 'account_id' | 'media_id' | 'product_type' | 'media_type'> {
  published_at: Date;
  /** 0 is Sunday. */
  weekday: number;
  /** In lower case and with #, separated by spaces: arrays take longer to parse than the rest of the row. */
  hashtags: string;
  is_in_range: boolean;
  is_usual: boolean;
  is_listed: boolean;
  passes: boolean;
}

export interface GalleryRequest {
  period: Period;
  /** Contains the period; its posts say what is usual. */
  usualPeriod: Period;
  zone: PostZone;
  /** Calendar for weekdays. */
  weekdayZone: string;
  /** Days whose posts are listed; null for those of the period. */
  listed: Period | null;
  /** Posts that are listed instead. */
  chosen: readonly PostOfAccount[] | null;
  withStories: boolean;
  passes: RawBuilder<boolean>;
}

/** Lists the posts of the period and the listed ones, narrow: an agency's two years are more than ten thousand. */
export async function listNarrowPosts(
  db: Database,
  { accountIds }: AccountScope,
  { period, usualPeriod, zone, weekdayZone, listed, chosen, withStories, passes }: GalleryRequest,
): Promise<NarrowPost[]> {
  const isInRange = publishedWithin(period, zone);
  const isUsual = publishedWithin(usualPeriod, zone);
  const isListed = chosen ? isAmong(chosen) : listed && publishedWithin(listed, zone);
  const { rows } = await sql<NarrowPost>`
    select account_id, media_id, product_type, media_type, published_at,
      extract(dow from published_at at time zone ${weekdayZone})::int as weekday,
      lower(array_to_string(hashtags, ' ')) as hashtags,
      ${sql.join(deltaColumns.map((name) => sql.ref(name)))},
      ${isInRange} as is_in_range, ${isUsual} as is_usual, ${isListed ?? isInRange} as is_listed, ${passes} as passes
    from media
    where account_id = any(${sql.val(accountIds)}::text[]) and (${isUsual}${isListed ? sql` or ${isListed}` : sql``})
      and ${withStories || chosen ? sql`true` : sql`product_type <> 'STORY'`}`.execute(db);
  return rows;
}

function isAmong(posts: readonly PostOfAccount[]): RawBuilder<boolean> {
  const pairs = posts.map(({ accountId, mediaId }) => sql`(${accountId}, ${mediaId})`);
  return sql<boolean>`(account_id, media_id) in (${sql.join(pairs)})`;
}
