import { sql } from 'kysely';
import type { Database } from '../../../database/database.ts';
import { toJsonObject } from '../../../database/json-object.ts';
import type { AccountScope } from '../../accounts/index.ts';
import { dayColumns } from '../formulas/account-figures.ts';
import type { Period } from '../formulas/period.ts';
import type { PastPeriod } from '../formulas/usual-changes.ts';

interface SummedPeriod extends Omit<PastPeriod, 'posts'> {
  stored: number;
  with_followers: number;
}

/** Sums periods `length` days long, counted back from the end of `period`, for which every account has every day. */
export async function sumPastPeriods(
  db: Database,
  { accountIds }: Pick<AccountScope, 'accountIds'>,
  { from, to }: Period,
  length: number,
): Promise<PastPeriod[]> {
  const matchesAccounts = sql`account_id = any(${sql.val(accountIds)}::text[])`;
  const [days, posts] = await Promise.all([
    sql<SummedPeriod>`
      select (${to}::date - day) / ${sql.lit(length)} as place, count(*)::int as stored,
        ${toJsonObject(dayColumns, (name) => sql`sum(${sql.ref(name)})`)} as sums,
        (sum(followers) filter (where (${to}::date - day) % ${sql.lit(length)} = 0))::float as followers,
        (count(followers) filter (where (${to}::date - day) % ${sql.lit(length)} = 0))::int as with_followers
      from account_day where ${matchesAccounts} and day >= ${from} and day <= ${to} group by 1`.execute(db),
    sql<{ place: number; posts: number }>`
      select (${to}::date - published_day) / ${sql.lit(length)} as place, count(*)::int as posts
      from media where ${matchesAccounts} and published_day >= ${from} and published_day <= ${to}
        and product_type <> 'STORY' group by 1`.execute(db),
  ]);
  const postsAt = new Map(posts.rows.map(({ place, posts: count }) => [place, count]));
  return days.rows
    .filter(({ stored }) => stored === length * accountIds.length)
    .map(({ place, sums, followers, with_followers }) => ({
      place,
      sums,
      followers: with_followers === accountIds.length ? followers : null,
      posts: postsAt.get(place) ?? 0,
    }));
}
