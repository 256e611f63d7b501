import type { CardMetric, MetricCard } from '@tidemark/contract';
import { percentChange } from './change.ts';
import { conversionRate, engagedAudience, engagementRate, followerGrowthRate } from './rates.ts';
import { viralityScore } from './virality-score.ts';

/** What one account did in one period, or on one day: sums of its stored days; null where no day carries the figure. */
export interface AccountSums {
  accountId: string;
  reach: number | null;
  nonFollowerReach: number | null;
  interactions: number | null;
  follows: number | null;
  comments: number | null;
  saves: number | null;
  shares: number | null;
  engaged: number | null;
  /** At the end of the period, as far as it is known. */
  followers: number | null;
  /** Whether that is the period's very last day. */
  followersAtEnd: boolean;
  /** Complete days that carry all of the sums above. */
  completeDays: number;
  /** People counted once over the whole period: Instagram's own number, where it was fetched. */
  uniqueReach: number | null;
  uniqueEngaged: number | null;
}

export interface Totals {
  reach: number;
  nonFollowerReach: number;
  interactions: number;
  follows: number;
  comments: number;
  saves: number;
  shares: number;
  engaged: number;
  followers: number;
}

/** What all accounts did on one day together; a figure that no account has counts as 0. */
export interface DayTotals {
  date: string;
  totals: Totals;
  /** How many accounts have a row for the day that carries reach or interactions. */
  withFigures: number;
  withFollowers: number;
}

type Basis = 'unique' | 'sums';

/**
 * A card from the sums of two periods of `days` days each. Both periods are counted on the same basis: people once
 * when Instagram's own number of both is there, else day by day.
 */
export function toMetricCard(
  metric: CardMetric,
  { current, previous, series }: { current: AccountSums[]; previous: AccountSums[]; series: DayTotals[] },
  { days, previousDays }: { days: number; previousDays: number },
): MetricCard {
  const basis: Basis = hasUnique(current) && hasUnique(previous) ? 'unique' : 'sums';
  const now = totalsOf(current, basis);
  const before = totalsOf(previous, basis);
  const value =
    metric === 'follower-growth-rate'
      ? followerGrowthRate({ followers: now.followers, previousFollowers: before.followers })
      : valueOf(metric, now);
  const earlier = metric === 'follower-growth-rate' ? 0 : valueOf(metric, before);
  return {
    current: value,
    previous: earlier,
    change: value - earlier,
    percentChange: percentChange(value, earlier),
    isApprox: !(isExact(metric, current, basis, days) && isExact(metric, previous, basis, previousDays)),
    series: series.map((day) => ({
      date: day.date,
      value: isEmpty(metric, day, current.length) ? null : valueOf(metric, day.totals),
    })),
  };
}

function valueOf(metric: CardMetric, totals: Totals): number {
  switch (metric) {
    case 'engagement-rate':
      return engagementRate(totals);
    case 'conversion-rate':
      return conversionRate(totals);
    case 'engaged-audience':
      return engagedAudience(totals);
    case 'virality-score':
      return viralityScore({ ...totals, conversions: totals.follows, convertible: totals.nonFollowerReach });
    case 'followers':
    case 'follower-growth-rate':
      return totals.followers;
  }
}

function totalsOf(accounts: AccountSums[], basis: Basis): Totals {
  const sum = (pick: (account: AccountSums) => number | null) =>
    accounts.reduce((total, account) => total + (pick(account) ?? 0), 0);
  return {
    reach: sum((account) => (basis === 'unique' ? account.uniqueReach : account.reach)),
    engaged: sum((account) => (basis === 'unique' ? account.uniqueEngaged : account.engaged)),
    nonFollowerReach: sum((account) => account.nonFollowerReach),
    interactions: sum((account) => account.interactions),
    follows: sum((account) => account.follows),
    comments: sum((account) => account.comments),
    saves: sum((account) => account.saves),
    shares: sum((account) => account.shares),
    followers: sum((account) => account.followers),
  };
}

function hasUnique(accounts: AccountSums[]): boolean {
  return (
    accounts.length === 1 &&
    accounts.every(({ uniqueReach, uniqueEngaged }) => uniqueReach !== null && uniqueEngaged !== null)
  );
}

/**
 * Exact is: every day is there, complete, and no person is counted twice. Reach by follower or not is told for single
 * days only, so what rests on it is exact for one account and one day.
 */
function isExact(metric: CardMetric, accounts: AccountSums[], basis: Basis, days: number): boolean {
  if (metric === 'followers' || metric === 'follower-growth-rate')
    return accounts.length > 0 && accounts.every(({ followersAtEnd }) => followersAtEnd);
  const covered = accounts.length > 0 && accounts.every(({ completeDays }) => completeDays === days);
  const oneDayOfOne = accounts.length === 1 && days === 1;
  if (metric === 'engagement-rate') return covered && (basis === 'unique' || oneDayOfOne);
  if (metric === 'engaged-audience')
    return covered && (basis === 'unique' || oneDayOfOne) && accounts.every(({ followersAtEnd }) => followersAtEnd);
  return covered && oneDayOfOne;
}

function isEmpty(metric: CardMetric, { withFigures, withFollowers }: DayTotals, accounts: number): boolean {
  // A sum of followers over accounts of which one is unknown would look like a fall.
  if (metric === 'followers' || metric === 'follower-growth-rate') return accounts === 0 || withFollowers < accounts;
  return withFigures === 0;
}
