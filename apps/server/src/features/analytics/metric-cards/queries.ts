import { sql } from 'kysely';
import type { Database } from '../../../database/database.ts';
import type { AccountScope } from '../../accounts/index.ts';
import type { AccountSums } from '../formulas/metric-card.ts';
import { countDays, daysIn, type Period } from '../period.ts';

interface SumsRow {
  account_id: string;
  reach: number | null;
  non_follower_reach: number | null;
  interactions: number | null;
  follows: number | null;
  comments: number | null;
  saves: number | null;
  shares: number | null;
  engaged: number | null;
  followers: number | null;
  followers_day: string | null;
  complete_days: number;
  unique_reach: number | null;
  unique_engaged: number | null;
}

/** What each account of the scope did in a period; an account without a stored day has a row of nulls. */
export async function sumAccountDays(db: Database, scope: AccountScope, period: Period): Promise<AccountSums[]> {
  const { from, to } = period;
  const { rows } = await sql<SumsRow>`
    select wanted.account_id, sums.*, known.followers, known.day as followers_day, whole.reach as unique_reach, whole.engaged as unique_engaged
    from unnest(${sql.val(scope.accountIds)}::text[]) as wanted (account_id)
    cross join lateral (
      select sum(reach) as reach, sum(reach_non_follower) as non_follower_reach, sum(interactions) as interactions,
        sum(follows) as follows, sum(comments) as comments, sum(saves) as saves, sum(shares) as shares, sum(engaged) as engaged,
        count(*) filter (where complete and reach is not null and interactions is not null and engaged is not null) as complete_days
      from account_day
      where account_day.account_id = wanted.account_id and day >= ${from} and day <= ${to}
    ) as sums
    left join lateral (
      select followers, day from account_day
      where account_day.account_id = wanted.account_id and day >= ${from} and day <= ${to} and followers is not null
      order by day desc limit 1
    ) as known on true
    left join account_window as whole
      on whole.account_id = wanted.account_id and whole.end_day = ${to} and whole.days = ${countDays(period)}`.execute(
    db,
  );
  return rows.map((row) => toSums(row, row.followers_day === to));
}

/** The same day by day, for the bars behind a card. */
export async function listAccountDays(
  db: Database,
  scope: AccountScope,
  period: Period,
): Promise<{ date: string; sums: AccountSums[] }[]> {
  const { rows } = await sql<SumsRow & { day: string }>`
    select account_id, day, reach, reach_non_follower as non_follower_reach, interactions, follows, comments, saves, shares, engaged, followers,
      complete::int as complete_days, null as unique_reach, null as unique_engaged
    from account_day
    where account_id = any(${sql.val(scope.accountIds)}::text[]) and day >= ${period.from} and day <= ${period.to}`.execute(
    db,
  );
  const byDay = Map.groupBy(rows, (row) => row.day);
  return daysIn(period).map((date) => {
    const found = new Map((byDay.get(date) ?? []).map((row) => [row.account_id, row]));
    return {
      date,
      sums: scope.accountIds.map((accountId) =>
        toSums(found.get(accountId) ?? { ...nothing, account_id: accountId }, true),
      ),
    };
  });
}

const nothing: Omit<SumsRow, 'account_id'> = {
  reach: null,
  non_follower_reach: null,
  interactions: null,
  follows: null,
  comments: null,
  saves: null,
  shares: null,
  engaged: null,
  followers: null,
  followers_day: null,
  complete_days: 0,
  unique_reach: null,
  unique_engaged: null,
};

function toSums(row: SumsRow, followersAtEnd: boolean): AccountSums {
  return {
    accountId: row.account_id,
    reach: row.reach,
    nonFollowerReach: row.non_follower_reach,
    interactions: row.interactions,
    follows: row.follows,
    comments: row.comments,
    saves: row.saves,
    shares: row.shares,
    engaged: row.engaged,
    followers: row.followers,
    followersAtEnd,
    completeDays: row.complete_days,
    uniqueReach: row.unique_reach,
    uniqueEngaged: row.unique_engaged,
  };
}
