import { sql } from 'kysely';
import type { Database } from '../../../database/database.ts';
import type { AccountScope } from '../../accounts/index.ts';
import type { ActivityCell, FormatSums, NamedPosts } from '../formulas/activity.ts';
import type { Period } from '../formulas/period.ts';
import { blockOfWeek, type PostZone, publishedWithin } from '../published-within.ts';

interface ZonedPeriod {
  period: Period;
  zone: PostZone;
}

const published = (scope: AccountScope, { period, zone }: ZonedPeriod) =>
  sql`account_id = any(${sql.val(scope.accountIds)}::text[]) and ${publishedWithin(period, zone)}`;

/** Counts posts and their interactions by four-hour block within the week. */
export async function listActivityCells(
  db: Database,
  scope: AccountScope,
  period: ZonedPeriod,
): Promise<ActivityCell[]> {
  const { rows } = await sql<ActivityCell>`
    select ${blockOfWeek(period.zone)} as block,
      count(*)::int as posts, coalesce(sum(greatest(interactions, 0)), 0)::float8 as interactions
    from media where ${published(scope, period)} and product_type <> 'STORY'
    group by 1`.execute(db);
  return rows;
}

/**
 * Counts posts per hashtag, mention and collaborator, as written. Each post is read once: in a large table, an
 * account's rows are scattered.
 */
export async function listNamedPosts(db: Database, scope: AccountScope, period: ZonedPeriod): Promise<NamedPosts[]> {
  const { rows } = await sql<NamedPosts>`
    select kind, name, count(*)::int as posts
    from media cross join lateral (
      select distinct kind, unnest(names) as name
      from (values ('hashtags', hashtags), ('mentions', mentions), ('collabs', collaborators)) as lists (kind, names)
    ) as named
    where ${published(scope, period)} and product_type <> 'STORY'
    group by kind, name order by posts desc, name`.execute(db);
  return rows;
}

/** Sums each format's reach and interactions, including stories. */
export async function sumFormats(db: Database, scope: AccountScope, period: ZonedPeriod): Promise<FormatSums[]> {
  const { rows } = await sql<FormatSums>`
    select case when product_type = 'STORY' then 'Stories' when media_type = 'CAROUSEL_ALBUM' then 'Carousels'
        when product_type = 'REELS' then 'Reels' else 'Static posts' end as format,
      count(*)::int as posts, coalesce(sum(reach), 0)::float8 as reach, coalesce(sum(interactions), 0)::float8 as interactions
    from media where ${published(scope, period)}
    group by 1`.execute(db);
  return rows;
}
