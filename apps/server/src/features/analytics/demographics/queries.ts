import { sql } from 'kysely';
import type { Database } from '../../../database/database.ts';
import type { AccountScope } from '../../accounts/index.ts';
import type { AudienceSnapshot } from '../formulas/demographics.ts';

/**
 * Lists each account's snapshot nearest to a day, preferably on or before it, with the cells from the day that contains
 * them and that day's followers. Every table except the right side in left joins names the accounts: otherwise Citus
 * would query all its shards. Accounts without demographics have no snapshot.
 */
export async function listSnapshots(
  db: Database,
  { accountIds }: AccountScope,
  day: string,
): Promise<AudienceSnapshot[]> {
  const isOf = (table: string) => sql`${sql.ref(`${table}.account_id`)} = any(${sql.val(accountIds)}::text[])`;
  const accountDays = sql`from demographics as other
        where other.account_id = account.account_id and other.audience = 'follower' and ${isOf('other')}`;
  // With an inner join to `source`, PostgreSQL starts from all the accounts' snapshots.
  const cells = sql`coalesce(source.cells, demographics.cells)`;
  const { rows } = await sql<AudienceSnapshot>`
    select nearest.account_id as "accountId", demographics.day, known.followers, ${cells} as cells
    from (
      select account_id, coalesce(
        (select max(day) ${accountDays} and day <= ${day}),
        (select min(day) ${accountDays})
      ) as day
      from account where ${isOf('account')} group by account_id
    ) as nearest
    join demographics on demographics.account_id = nearest.account_id and demographics.audience = 'follower'
      and demographics.day = nearest.day and ${isOf('demographics')}
    left join demographics as source on source.account_id = nearest.account_id and source.audience = 'follower'
      and source.day = demographics.same_as_day
    left join account_day as known on known.account_id = nearest.account_id and known.day = demographics.day
    where ${cells} <> '{}'::jsonb`.execute(db);
  return rows;
}
