import type { AccountMetric } from '@tidemark/contract';
import { sql } from 'kysely';
import type { Database } from '../../../database/database.ts';
import type { AccountScope } from '../../accounts/index.ts';
import type { PartSums } from '../formulas/breakdown.ts';
import { metricColumns } from '../metric-columns.ts';
import type { Period } from '../formulas/period.ts';

/** Parts of a metric over all accounts and days; null if no stored day has a value. */
export async function sumParts(
  db: Database,
  scope: AccountScope,
  metric: AccountMetric,
  { from, to }: Period,
): Promise<PartSums> {
  const name = metricColumns[metric];
  const cell = (part: string) => sql.ref(`${name}_${part}`);
  const second =
    metric === 'total_interactions'
      ? sql`sum(likes) as likes, sum(comments) as comments, sum(saves) as saves, sum(shares) as shares`
      : sql`sum(${cell('follower')}) as follower, sum(${cell('non_follower')}) as "nonFollower"`;
  const ofPeriod = sql`account_id = any(${sql.val(scope.accountIds)}::text[]) and day >= ${from} and day <= ${to}`;
  const [parts, elsewhere] = await Promise.all([
    sql<PartSums>`
      select sum(${sql.ref(name)}) as total, sum(${cell('post')}) as post, sum(${cell('reel')}) as reel,
        sum(${cell('story')}) as story, sum(${cell('carousel')}) as carousel, sum(${cell('ad')}) as ad, ${second}
      from account_day where ${ofPeriod}`.execute(db),
    // Surfaces overlap for reach, so that no remainder can be computed.
    metric === 'reach'
      ? sql<Pick<PartSums, 'other'>>`
          select sum(reach_other) as other from account_day where ${ofPeriod} and reach_other > 0`.execute(db)
      : null,
  ]);
  const [row] = parts.rows;
  if (!row) throw new Error('An aggregate without groups has one row');
  return { ...row, ...elsewhere?.rows[0] };
}
