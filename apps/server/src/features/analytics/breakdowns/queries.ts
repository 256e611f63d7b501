import type { AccountMetric } from '@tidemark/contract';
import { sql } from 'kysely';
import type { Database } from '../../../database/database.ts';
import type { AccountScope } from '../../accounts/index.ts';
import type { MetricSums } from '../formulas/breakdown.ts';
import { metricColumns } from '../metric-columns.ts';
import { countDays, type Period } from '../period.ts';

export async function sumMetric(
  db: Database,
  scope: AccountScope,
  metric: AccountMetric,
  period: Period,
): Promise<MetricSums> {
  const name = metricColumns[metric];
  const cell = (part: string) => sql.ref(`${name}_${part}`);
  const byFollow =
    metric === 'total_interactions'
      ? [sql`null`, sql`null`]
      : [sql`sum(${cell('follower')})`, sql`sum(${cell('non_follower')})`];
  const [days, uniqueReach] = await Promise.all([
    sql<Omit<MetricSums, 'uniqueReach'>>`
    select sum(${sql.ref(name)}) as total, sum(${cell('post')}) as post, sum(${cell('reel')}) as reel, sum(${cell('story')}) as story,
      sum(${cell('carousel')}) as carousel, sum(${cell('other')}) as other, ${byFollow[0]} as follower, ${byFollow[1]} as "nonFollower",
      sum(likes) as likes, sum(comments) as comments, sum(saves) as saves, sum(shares) as shares,
      count(*) filter (where complete and ${sql.ref(name)} is not null) as "completeDays"
    from account_day
    where account_id = any(${sql.val(scope.accountIds)}::text[]) and day >= ${period.from} and day <= ${period.to}`.execute(
      db,
    ),
    findUniqueReach(db, scope, period),
  ]);
  const [row] = days.rows;
  if (!row) throw new Error('An aggregate without groups has one row');
  return { ...row, uniqueReach };
}

/** The people reached in exactly this period, which Instagram tells of one account only. */
async function findUniqueReach(db: Database, { accountIds }: AccountScope, period: Period): Promise<number | null> {
  const [accountId, ...others] = accountIds;
  if (accountId === undefined || others.length > 0) return null;
  const row = await db
    .selectFrom('account_window')
    .select('reach')
    .where('account_id', '=', accountId)
    .where('end_day', '=', period.to)
    .where('days', '=', countDays(period))
    .executeTakeFirst();
  return row?.reach ?? null;
}
