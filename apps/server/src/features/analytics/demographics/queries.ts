import { sql } from 'kysely';
import type { Database } from '../../../database/database.ts';
import type { AccountScope } from '../../accounts/index.ts';
import type { DemographicSum } from '../formulas/demographics.ts';

/** The followers of all accounts together, each account as it was read nearest to the day: at best on it or before. */
export async function sumFollowerDemographics(
  db: Database,
  scope: AccountScope,
  day: string,
): Promise<{ sums: DemographicSum[]; asOf: string | null }> {
  const { rows } = await sql<DemographicSum & { as_of: string }>`
    select dimension, key, sum(value)::int as value, min(min(demographics.day)) over () as as_of
    from unnest(${sql.val(scope.accountIds)}::text[]) as wanted (account_id)
    cross join lateral (
      select coalesce(
        (select max(day) from demographics where account_id = wanted.account_id and audience = 'follower' and day <= ${day}),
        (select min(day) from demographics where account_id = wanted.account_id and audience = 'follower')
      ) as day
    ) as nearest
    join demographics on demographics.account_id = wanted.account_id and audience = 'follower' and demographics.day = nearest.day
    group by dimension, key`.execute(db);
  return {
    sums: rows.map(({ dimension, key, value }) => ({ dimension, key, value })),
    asOf: rows[0]?.as_of ?? null,
  };
}
