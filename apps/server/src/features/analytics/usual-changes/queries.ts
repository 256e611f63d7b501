import { sql } from 'kysely';
import type { Database } from '../../../database/database.ts';
import { toJsonObject } from '../../../database/json-object.ts';
import type { AccountScope } from '../../accounts/index.ts';
import { createSharedStatements } from '../account-figures/shared-statements.ts';
import { dayColumns } from '../formulas/account-figures.ts';
import type { Period } from '../formulas/period.ts';
import type { PastPeriod } from '../formulas/usual-changes.ts';

const sharePeriods = createSharedStatements<never, Map<string, PastPeriod[]>>([]);

interface SummedPeriod extends Omit<PastPeriod, 'posts'> {
  account_id: string;
  stored: number;
}

/** Sums each account's periods `length` days long, counted back from the end of `period`, if they have every day. */
export async function sumPastPeriods(
  db: Database,
  scope: AccountScope,
  period: Period,
  length: number,
): Promise<Map<string, PastPeriod[]>> {
  return sharePeriods(scope, `${period.from} ${period.to} ${length}`, [], () =>
    selectPeriods(db, scope.accountIds, period, length),
  );
}

async function selectPeriods(
  db: Database,
  accountIds: readonly string[],
  { from, to }: Period,
  length: number,
): Promise<Map<string, PastPeriod[]>> {
  const matchesAccounts = sql`account_id = any(${sql.val(accountIds)}::text[])`;
  const [days, posts] = await Promise.all([
    sql<SummedPeriod>`
      select account_id, (${to}::date - day) / ${sql.lit(length)} as place, count(*)::int as stored,
        ${toJsonObject(dayColumns, (name) => sql`sum(${sql.ref(name)})`)} as sums,
        max(followers) filter (where (${to}::date - day) % ${sql.lit(length)} = 0) as followers
      from account_day where ${matchesAccounts} and day >= ${from} and day <= ${to} group by 1, 2`.execute(db),
    sql<{ account_id: string; place: number; posts: number }>`
      select account_id, (${to}::date - published_day) / ${sql.lit(length)} as place, count(*)::int as posts
      from media where ${matchesAccounts} and published_day >= ${from} and published_day <= ${to}
        and product_type <> 'STORY' group by 1, 2`.execute(db),
  ]);
  const postsOf = new Map(posts.rows.map(({ account_id, place, posts: count }) => [`${account_id} ${place}`, count]));
  const complete = days.rows.filter(({ stored }) => stored === length);
  return new Map(
    [...Map.groupBy(complete, ({ account_id }) => account_id)].map(([id, periods]) => [
      id,
      periods.map(({ place, sums, followers }) => ({
        place,
        sums,
        followers,
        posts: postsOf.get(`${id} ${place}`) ?? 0,
      })),
    ]),
  );
}
