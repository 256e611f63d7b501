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

/**
 * What each account of the scope did in a period; an account without a stored day has a row of nulls. Grouped by
 * account, never asked account by account, so that each part of a spread database can do it for its own.
 */
export async function sumAccountDays(db: Database, scope: AccountScope, period: Period): Promise<AccountSums[]> {
  const { from, to } = period;
  const wanted = sql`account_id = any(${sql.val(scope.accountIds)}::text[])`;
  const { rows } = await sql<SumsRow>`
    select coalesce(sums.account_id, whole.account_id) as account_id, sums.reach, sums.non_follower_reach,
      sums.interactions, sums.follows, sums.comments, sums.saves, sums.shares, sums.engaged,
      coalesce(sums.complete_days, 0) as complete_days, known.followers, sums.followers_day,
      whole.reach as unique_reach, whole.engaged as unique_engaged
    from (
      select account_id, sum(reach) as reach, sum(reach_non_follower) as non_follower_reach,
        sum(interactions) as interactions, sum(follows) as follows, sum(comments) as comments, sum(saves) as saves,
        sum(shares) as shares, sum(engaged) as engaged, max(day) filter (where followers is not null) as followers_day,
        count(*) filter (where complete and reach is not null and interactions is not null and engaged is not null) as complete_days
      from account_day where ${wanted} and day >= ${from} and day <= ${to} group by account_id
    ) as sums
    left join account_day as known on known.account_id = sums.account_id and known.day = sums.followers_day
    full join (
      select account_id, reach, engaged from account_window
      where ${wanted} and end_day = ${to} and days = ${countDays(period)}
    ) as whole on whole.account_id = sums.account_id`.execute(db);
  const byAccount = new Map(rows.map((row) => [row.account_id, row]));
  return scope.accountIds.map((accountId) => {
    const row = byAccount.get(accountId) ?? { ...unknown, account_id: accountId };
    return toSums(row, row.followers_day === to);
  });
}

const unknown: Omit<SumsRow, 'account_id'> = {
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
