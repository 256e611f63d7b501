import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../database/database.ts';
import type { AccountScope } from '../../accounts/index.ts';
import type { AudienceSnapshot, DemographicSum } from '../formulas/demographics.ts';

/**
 * Each account's snapshot nearest to a day, preferably on or before it, with the snapshot that contains its cells. Every
 * table names the accounts: Citus would otherwise query all shards of those that do not.
 */
function nearestSnapshots({ accountIds }: AccountScope, day: string): RawBuilder<unknown> {
  const isOf = (table: string) => sql`${sql.ref(`${table}.account_id`)} = any(${sql.val(accountIds)}::text[])`;
  const ofAccount = sql`from demographics as other
        where other.account_id = account.account_id and other.audience = 'follower' and ${isOf('other')}`;
  return sql`(
      select account_id, coalesce(
        (select max(day) ${ofAccount} and day <= ${day}),
        (select min(day) ${ofAccount})
      ) as day
      from account where ${isOf('account')}
    ) as nearest
    join demographics on demographics.account_id = nearest.account_id and demographics.audience = 'follower'
      and demographics.day = nearest.day and ${isOf('demographics')}
    join demographics as source on source.account_id = nearest.account_id and source.audience = 'follower'
      and source.day = coalesce(demographics.same_as_day, demographics.day) and ${isOf('source')}`;
}

/** Follower demographics of all accounts together, as synced nearest to the day. */
export async function sumFollowerDemographics(
  db: Database,
  scope: AccountScope,
  day: string,
): Promise<DemographicSum[]> {
  const { rows } = await sql<DemographicSum>`
    select dimension.key as dimension, cell.key, sum(cell.value::int)::int as value
    from ${nearestSnapshots(scope, day)}
    cross join jsonb_each(source.cells) as dimension cross join jsonb_each_text(dimension.value) as cell
    group by dimension.key, cell.key`.execute(db);
  return rows;
}

/** The snapshots used, with the followers of that day; accounts without demographics have no snapshot. */
export async function listSnapshots(db: Database, scope: AccountScope, day: string): Promise<AudienceSnapshot[]> {
  const { rows } = await sql<AudienceSnapshot>`
    select nearest.account_id as "accountId", demographics.day, known.followers
    from ${nearestSnapshots(scope, day)}
    left join account_day as known on known.account_id = nearest.account_id and known.day = demographics.day
    where source.cells <> '{}'::jsonb`.execute(db);
  return rows;
}
