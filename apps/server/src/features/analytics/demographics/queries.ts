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
    select dimension.key as dimension, cell.key, sum(cell.value::int)::int as value, min(demographics.day) as as_of
    from (
      select account_id, coalesce(
        (select max(day) from demographics where demographics.account_id = account.account_id and audience = 'follower' and day <= ${day}),
        (select min(day) from demographics where demographics.account_id = account.account_id and audience = 'follower')
      ) as day
      from account where account_id = any(${sql.val(scope.accountIds)}::text[])
    ) as nearest
    join demographics on demographics.account_id = nearest.account_id and demographics.audience = 'follower' and demographics.day = nearest.day
    join demographics as held on held.account_id = nearest.account_id and held.audience = 'follower'
      and held.day = coalesce(demographics.same_as, demographics.day)
    cross join jsonb_each(held.cells) as dimension cross join jsonb_each_text(dimension.value) as cell
    group by dimension.key, cell.key`.execute(db);
  const days = rows.map((row) => row.as_of).sort();
  return { sums: rows.map(({ dimension, key, value }) => ({ dimension, key, value })), asOf: days[0] ?? null };
}
