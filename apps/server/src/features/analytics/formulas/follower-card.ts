import type { MetricCard } from '@tidemark/contract';
import type { AccountFigures } from './account-figures.ts';
import { toChange } from './change.ts';
import { type Figure, toExactness } from './exactness.ts';
import { type ComparedPeriods, type DayTotals, toComparison } from './metric-card.ts';
import { followerGrowthRate } from './rates.ts';

export interface FollowerFigures {
  current: AccountFigures[];
  compared: ComparedPeriods | null;
  noDataBefore: string | null;
  /** Starts on the day before the range. */
  series: DayTotals[];
}

interface GrowthFigures extends FollowerFigures {
  /** Day before the range, and day before the comparison period: growth is measured from them. */
  before: AccountFigures[];
  previousBefore: AccountFigures[];
}

/** Returns the followers at the range's end. */
export function toFollowerCard({ current, compared, noDataBefore, series }: FollowerFigures, days: number): MetricCard {
  const pair = compared && areKnown([...compared.current, ...compared.previous]) ? compared : null;
  return {
    current: sumFollowers(current),
    ...toChange(
      pair && {
        own: {
          current: toKnown(sumFollowers(pair.current), pair.current),
          previous: toKnown(sumFollowers(pair.previous), pair.previous),
        },
      },
    ),
    ...toExactness([...current, ...(pair?.previous ?? [])].flatMap(({ followersReasons }) => followersReasons)),
    previousApprox: pair && toExactness(pair.previous.flatMap(({ followersReasons }) => followersReasons)).approx,
    comparison: toComparison(pair?.days ?? 0, { of: days, noDataBefore }),
    series: series.slice(1).map((day) => ({
      date: day.date,
      // Without one account's followers, the sum would look like a loss.
      value: isKnownDay(day, current.length) ? day.totals.followers : null,
      isClosed: day.isClosed,
    })),
  };
}

/** Returns follower growth since the day before the range, in percent. */
export function toFollowerGrowthCard(
  { current, before, previousBefore, compared, noDataBefore, series }: GrowthFigures,
  days: number,
): MetricCard {
  const isKnown = compared && areKnown([...compared.current, ...compared.previous, ...before, ...previousBefore]);
  const pair = isKnown ? compared : null;
  const previousReasons = pair
    ? [...pair.previous, ...previousBefore].flatMap(({ followersReasons }) => followersReasons)
    : [];
  return {
    current: growthBetween(before, current),
    ...toChange(
      pair && {
        own: {
          current: toKnown(growthBetween(before, pair.current), [...pair.current, ...before]),
          previous: toKnown(growthBetween(previousBefore, pair.previous), [...pair.previous, ...previousBefore]),
        },
      },
    ),
    ...toExactness([
      ...[...current, ...before].flatMap(({ followersReasons }) => followersReasons),
      ...previousReasons,
    ]),
    previousApprox: toExactness(previousReasons).approx,
    comparison: toComparison(pair?.days ?? 0, { of: days, noDataBefore }),
    series: series.slice(1).map((day, index) => {
      const yesterday = series[index];
      const isKnown = yesterday && isKnownDay(day, current.length) && isKnownDay(yesterday, current.length);
      return {
        date: day.date,
        value: isKnown
          ? followerGrowthRate({
              followers: day.totals.followers ?? 0,
              previousFollowers: yesterday.totals.followers ?? 0,
            })
          : null,
        isClosed: day.isClosed,
      };
    }),
  };
}

/** Computes growth only over accounts with known followers at both times: a new account is not growth. */
function growthBetween(before: readonly AccountFigures[], after: readonly AccountFigures[]): number {
  const both = before.filter(
    ({ followers }, index) => followers !== null && (after[index]?.followers ?? null) !== null,
  );
  const ids = new Set(both.map(({ accountId }) => accountId));
  return followerGrowthRate({
    followers: sumFollowers(after.filter(({ accountId }) => ids.has(accountId))),
    previousFollowers: sumFollowers(both),
  });
}

/** Returns an exact value if all followers behind it are exact. */
function toKnown(shown: number, accounts: readonly AccountFigures[]): Figure {
  const bound = accounts.every(({ followersReasons }) => followersReasons.length === 0) ? shown : null;
  return { shown, lower: bound, upper: bound };
}

function sumFollowers(accounts: readonly AccountFigures[]): number {
  return accounts.reduce((sum, { followers }) => sum + (followers ?? 0), 0);
}

function areKnown(accounts: readonly AccountFigures[]): boolean {
  return accounts.every(({ followers }) => followers !== null);
}

function isKnownDay({ withFollowers }: DayTotals, accounts: number): boolean {
  return accounts > 0 && withFollowers === accounts;
}
