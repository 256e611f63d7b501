import type { Account, AccountId, Timeseries } from '@tidemark/contract';
import { isSoFar } from '@tidemark/figures';

export interface Leader {
  accountId: AccountId;
  /** Whole percent of the total. */
  share: number;
  bestDay: string;
  /** A day is still running: the sentence only covers closed days. */
  soFar: boolean;
}

/**
 * The account with the largest total, and its best day; null when a day is missing, because the comparison would be
 * unreliable.
 */
export function findLeader(
  { perAccount }: Pick<Timeseries, 'perAccount'>,
  accounts: readonly Pick<Account, '_id'>[],
): Leader | null {
  const open = new Set(
    accounts.flatMap(({ _id }) => (perAccount[_id] ?? []).flatMap((day) => (isSoFar(day) ? [day.date] : []))),
  );
  const known = accounts.flatMap(({ _id }) => {
    const series = perAccount[_id];
    return series ? [{ accountId: _id, series: series.filter(({ date }) => !open.has(date)) }] : [];
  });
  if (known.length === 0 || known.some(({ series }) => series.some(({ value }) => value === null))) return null;
  const sums = known.map(({ accountId, series }) => ({
    accountId,
    sum: series.reduce((sum, { value }) => sum + (value ?? 0), 0),
    best: series.toSorted((one, other) => (other.value ?? 0) - (one.value ?? 0))[0],
  }));
  const total = sums.reduce((sum, account) => sum + account.sum, 0);
  const first = sums.toSorted((one, other) => other.sum - one.sum)[0];
  if (!first?.best || total <= 0) return null;
  return {
    accountId: first.accountId,
    share: Math.round((first.sum / total) * 100),
    bestDay: first.best.date,
    soFar: open.size > 0,
  };
}
