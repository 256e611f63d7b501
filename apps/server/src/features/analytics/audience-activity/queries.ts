import { sql } from 'kysely';
import type { Database } from '../../../database/database.ts';
import type { AccountScope } from '../../accounts/index.ts';
import type { ActivityCell, FormatSums, NamedPosts } from '../formulas/activity.ts';
import type { Period } from '../period.ts';

const published = (scope: AccountScope, { from, to }: Period) =>
  sql`account_id = any(${sql.val(scope.accountIds)}::text[]) and published_day >= ${from} and published_day <= ${to}`;

/** Posts and their interactions by weekday and block of four hours, in UTC. */
export async function listActivityCells(db: Database, scope: AccountScope, period: Period): Promise<ActivityCell[]> {
  const { rows } = await sql<ActivityCell>`
    select extract(dow from published_at at time zone 'UTC')::int as weekday,
      extract(hour from published_at at time zone 'UTC')::int / 4 as block,
      count(*)::int as posts, coalesce(sum(greatest(interactions, 0)), 0)::int as interactions
    from media where ${published(scope, period)} and product_type <> 'STORY'
    group by 1, 2`.execute(db);
  return rows;
}

/** How many posts name each hashtag, account and collaborator, as written. */
export async function listNamedPosts(db: Database, scope: AccountScope, period: Period): Promise<NamedPosts[]> {
  const { rows } = await sql<NamedPosts>`
    select kind, name, count(*)::int as posts
    from media cross join lateral (
      select 'hashtags' as kind, unnest(hashtags) as name
      union select 'mentions', unnest(mentions)
      union select 'collabs', unnest(collaborators)
    ) as named
    where ${published(scope, period)} and product_type <> 'STORY'
    group by kind, name order by posts desc, name`.execute(db);
  return rows;
}

/** What each format reached and stirred, stories included. */
export async function sumFormats(db: Database, scope: AccountScope, period: Period): Promise<FormatSums[]> {
  const { rows } = await sql<FormatSums>`
    select case when product_type = 'STORY' then 'Stories' when media_type = 'CAROUSEL_ALBUM' then 'Carousels'
        when product_type = 'REELS' then 'Reels' else 'Static posts' end as format,
      count(*)::int as posts, coalesce(sum(reach), 0)::float8 as reach, coalesce(sum(interactions), 0)::float8 as interactions
    from media where ${published(scope, period)}
    group by 1`.execute(db);
  return rows;
}
