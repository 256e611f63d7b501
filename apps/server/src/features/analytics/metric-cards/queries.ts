import { sql } from 'kysely';
import type { Database } from '../../../database/database.ts';
import type { AccountScope } from '../../accounts/index.ts';
import type { AccountSums, DayTotals, Totals } from '../formulas/metric-card.ts';
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

interface DayRow extends Totals {
  day: string;
  with_figures: number;
  with_followers: number;
}

/** All accounts together, day by day, for the bars behind a card; a day without a row has zeros and nobody behind them. */
export async function sumDays(db: Database, scope: AccountScope, period: Period): Promise<DayTotals[]> {
  const { rows } = await sql<DayRow>`
    select day, coalesce(sum(reach), 0) as reach, coalesce(sum(reach_non_follower), 0) as "nonFollowerReach",
      coalesce(sum(interactions), 0) as interactions, coalesce(sum(follows), 0) as follows, coalesce(sum(comments), 0) as comments,
      coalesce(sum(saves), 0) as saves, coalesce(sum(shares), 0) as shares, coalesce(sum(engaged), 0) as engaged,
      coalesce(sum(followers), 0) as followers,
      count(coalesce(reach, interactions)) as with_figures, count(followers) as with_followers
    from account_day
    where account_id = any(${sql.val(scope.accountIds)}::text[]) and day >= ${period.from} and day <= ${period.to}
    group by day`.execute(db);
  const byDay = new Map(rows.map((row) => [row.day, row]));
  return daysIn(period).map((date) => {
    const { day: _, with_figures, with_followers, ...totals } = byDay.get(date) ?? nothing;
    return { date, totals, withFigures: with_figures, withFollowers: with_followers };
  });
}

const nothing: DayRow = {
  day: '',
  reach: 0,
  nonFollowerReach: 0,
  interactions: 0,
  follows: 0,
  comments: 0,
  saves: 0,
  shares: 0,
  engaged: 0,
  followers: 0,
  with_figures: 0,
  with_followers: 0,
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
