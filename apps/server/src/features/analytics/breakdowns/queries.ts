import type { AccountMetric } from '@tidemark/contract';
import { sql } from 'kysely';
import type { Database } from '../../../database/database.ts';
import { toJsonObject } from '../../../database/json-object.ts';
import type { AccountScope } from '../../accounts/index.ts';
import type { PartSums } from '../formulas/breakdown.ts';
import { metricColumns } from '../metric-columns.ts';
import type { Period } from '../formulas/period.ts';

const toPeriodCondition = ({ accountIds }: AccountScope, { from, to }: Period) =>
  sql`account_id = any(${sql.val(accountIds)}::text[]) and day >= ${from} and day <= ${to}`;

/** Sums each metric's parts over all accounts and days; null if no stored day has a value. */
export async function sumParts(
  db: Database,
  scope: AccountScope,
  metrics: readonly AccountMetric[],
  period: Period,
): Promise<Partial<Record<AccountMetric, PartSums>>> {
  const parts = toJsonObject(metrics, (metric) => {
    const columns: Partial<Record<string, string>> = toColumns(metric);
    return toJsonObject(Object.keys(columns), (part) => sql`sum(${sql.ref(columns[part] ?? part)})`);
  });
  const { rows } = await sql<{ parts: Partial<Record<AccountMetric, PartSums>> }>`
    select ${parts} as parts from account_day where ${toPeriodCondition(scope, period)}`.execute(db);
  return rows[0]?.parts ?? {};
}

/** Sums stored other reach, because surfaces overlap and leave no computable remainder. */
export async function sumOtherReach(db: Database, scope: AccountScope, period: Period): Promise<number | null> {
  const { rows } = await sql<{ other: number | null }>`
    select sum(reach_other) as other from account_day where ${toPeriodCondition(scope, period)} and reach_other > 0`.execute(
    db,
  );
  return rows[0]?.other ?? null;
}

/** Returns the columns for a metric's parts. */
function toColumns(metric: AccountMetric): Partial<Record<keyof PartSums, string>> {
  const name = metricColumns[metric];
  return {
    total: name,
    post: `${name}_post`,
    reel: `${name}_reel`,
    story: `${name}_story`,
    carousel: `${name}_carousel`,
    ad: `${name}_ad`,
    ...(metric === 'total_interactions'
      ? { likes: 'likes', comments: 'comments', saves: 'saves', shares: 'shares' }
      : { follower: `${name}_follower`, nonFollower: `${name}_non_follower` }),
  };
}
