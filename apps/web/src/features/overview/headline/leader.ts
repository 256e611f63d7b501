import type { AccountId, Timeseries } from '@tidemark/contract';
import { type DayValue, isSoFar } from '@tidemark/presentation';

export interface Leader {
  accountId: AccountId;
  /** Whole percentage of the total. */
  share: number;
  bestDay: string;
  /** Whole percentage of the account's total on its best day; null if under twice an average day's. */
  bestDayShare: number | null;
  /** True if a day is still running: the sentence only covers closed days. */
  soFar: boolean;
}

/**
 * Finds the account with the largest total, and its best day; null when a day is missing, because the comparison would
 * be unreliable.
 */
export function findLeader(
  { perAccount }: Pick<Timeseries, 'perAccount'>,
  accountIds: readonly AccountId[],
): Leader | null {
  const open = new Set(
    accountIds.flatMap((id) => (perAccount[id] ?? []).flatMap((day) => (isSoFar(day) ? [day.date] : []))),
  );
  const known = accountIds.flatMap((accountId) => {
    const series = perAccount[accountId];
    return series ? [{ accountId, series: series.filter(({ date }) => !open.has(date)) }] : [];
  });
  if (known.length === 0 || known.some(({ series }) => series.some(({ value }) => value === null))) return null;
  const sums = known.map(({ accountId, series }) => ({
    accountId,
    sum: series.reduce((sum, { value }) => sum + (value ?? 0), 0),
    best: findBestDay(series),
    days: series.length,
  }));
  const total = sums.reduce((sum, account) => sum + account.sum, 0);
  const first = sums.toSorted((one, other) => other.sum - one.sum)[0];
  if (!first?.best || total <= 0) return null;
  const bestShare = (first.best.value ?? 0) / first.sum;
  return {
    accountId: first.accountId,
    share: Math.round((first.sum / total) * 100),
    bestDay: first.best.date,
    bestDayShare: first.days > 1 && bestShare * first.days >= 2 ? Math.round(bestShare * 100) : null,
    soFar: open.size > 0,
  };
}

/** Returns the first day with the largest value. */
function findBestDay(series: readonly DayValue[]): DayValue | undefined {
  return series.reduce<DayValue | undefined>(
    (best, day) => (best === undefined || (day.value ?? 0) > (best.value ?? 0) ? day : best),
    undefined,
  );
}
