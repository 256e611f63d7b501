import { sql } from 'kysely';
import type { Database } from '../../../database/database.ts';
import { toJsonObject } from '../../../database/json-object.ts';
import type { AccountScope } from '../../accounts/index.ts';
import { dayColumns } from '../formulas/account-figures.ts';
import type { Period } from '../formulas/period.ts';
import type { PastPeriod } from '../formulas/usual-changes.ts';

interface SummedPeriod extends Omit<PastPeriod, 'posts'> {
  account_id: string | null;
  stored: number;
  with_followers: number;
}

/** Sums periods `length` days long, counted back from the end of `period`, for which every account has every day. */
export async function sumPastPeriods(
  db: Database,
  { accountIds }: Pick<AccountScope, 'accountIds'>,
  period: Period,
  length: number,
): Promise<PastPeriod[]> {
  const summed = await selectPeriods(db, { accountIds, isByAccount: false }, period, length);
  return summed.get(null) ?? [];
}

/** The same for each account by itself. */
export async function sumPastPeriodsByAccount(
  db: Database,
  { accountIds }: Pick<AccountScope, 'accountIds'>,
  period: Period,
  length: number,
): Promise<Map<string | null, PastPeriod[]>> {
  return selectPeriods(db, { accountIds, isByAccount: true }, period, length);
}

async function selectPeriods(
  db: Database,
  { accountIds, isByAccount }: { accountIds: readonly string[]; isByAccount: boolean },
  { from, to }: Period,
  length: number,
): Promise<Map<string | null, PastPeriod[]>> {
  const matchesAccounts = sql`account_id = any(${sql.val(accountIds)}::text[])`;
  const account = isByAccount ? sql`account_id` : sql`null::text`;
  const [days, posts] = await Promise.all([
    sql<SummedPeriod>`
      select ${account} as account_id, (${to}::date - day) / ${sql.lit(length)} as place, count(*)::int as stored,
        ${toJsonObject(dayColumns, (name) => sql`sum(${sql.ref(name)})`)} as sums,
        (sum(followers) filter (where (${to}::date - day) % ${sql.lit(length)} = 0))::float as followers,
        (count(followers) filter (where (${to}::date - day) % ${sql.lit(length)} = 0))::int as with_followers
      from account_day where ${matchesAccounts} and day >= ${from} and day <= ${to} group by 1, 2`.execute(db),
    sql<{ account_id: string | null; place: number; posts: number }>`
      select ${account} as account_id, (${to}::date - published_day) / ${sql.lit(length)} as place,
        count(*)::int as posts
      from media where ${matchesAccounts} and published_day >= ${from} and published_day <= ${to}
        and product_type <> 'STORY' group by 1, 2`.execute(db),
  ]);
  const expected = isByAccount ? 1 : accountIds.length;
  const postsOf = new Map(posts.rows.map(({ account_id, place, posts: count }) => [`${account_id} ${place}`, count]));
  const complete = days.rows.filter(({ stored }) => stored === length * expected);
  return new Map(
    [...Map.groupBy(complete, ({ account_id }) => account_id)].map(([id, periods]) => [
      id,
      periods.map(({ place, sums, followers, with_followers }) => ({
        place,
        sums,
        followers: with_followers === expected ? followers : null,
        posts: postsOf.get(`${id} ${place}`) ?? 0,
      })),
    ]),
  );
}
